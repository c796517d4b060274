import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import {
  confirmException,
  type PaymentException,
  readException,
  settleException,
} from '#contract/exceptions.ts';
import { checkBooking } from '#contract/payments.ts';
import { someText } from '#tests/api/endpoints/endpoint-row.ts';
import type { Client } from '#tests/support/client.ts';
import { anException } from '#tests/support/exceptions.ts';
import { asOwner } from '#tests/support/factories.ts';
import { billed, booked, bookedWithBill, payOnline, until } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import {
  billAtGateway,
  billsAtGateway,
  foreignBill,
  holdAnswers,
  takeMoney,
} from '#tests/support/sandbox-books.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let admin: Client;
let other: Client;
let head: Client;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  admin = await makePerson(app, 'state admin');
  other = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
});
afterEach(() => {
  app.faults.fail = false;
});
afterAll(() => app.stop());

async function exceptionOf(bookingId: string): Promise<PaymentException | undefined> {
  const { data } = await admin.ok(exceptionRegister.list, { query: { limit: '100' } });
  return data.find(({ booking }) => booking?._id === bookingId);
}

async function found(bookingId: string): Promise<PaymentException> {
  await until('a person is asked', async () => (await exceptionOf(bookingId)) !== undefined);
  const exception = await exceptionOf(bookingId);
  if (!exception) throw new Error('There is no exception.');
  return exception;
}

/** A booking whose bill the gateway made, although its answer was lost. */
async function inDoubt(): Promise<{ id: string; exception: PaymentException }> {
  // It is trusted again once it has answered since the last one.
  await billed(officer, (await booked(officer))._id);
  app.faults.fail = true;
  const { _id: id } = await booked(officer);
  const exception = await found(id);
  app.faults.fail = false;
  await billAtGateway(app, id);
  return { id, exception };
}

const settle = (client: Client, id: string, body: object) =>
  client.call(settleException, { params: { id }, body });
/** Confirms what stands now, or what was seen before. */
async function confirm(client: Client, id: string, agrees = true, seen?: PaymentException) {
  const { data } = seen ? { data: seen } : await admin.ok(readException, { params: { id } });
  const proposedAt = data.settlement?.at ?? new Date().toISOString();
  return client.call(confirmException, { params: { id }, body: { agrees, proposedAt } });
}

test(
  'after a time-out nobody asks for a second bill: a person names the one that was found',
  { tags: 'night' },
  async () => {
    const answerNow = holdAnswers(app);
    const { _id: id } = await booked(officer);
    const exception = await found(id);
    answerNow();
    expect(exception).toMatchObject({ kind: 'bill in doubt', state: 'open' });
    const [billRef = ''] = await billsAtGateway(app, id);

    const unknown = await settle(admin, exception.id, {
      decision: 'bill found',
      billRef: '111111111111',
      reason: 'Seen in the portal.',
    });
    expect(unknown).toMatchObject({ status: 400, body: { fields: { billRef: someText } } });
    const proposed = await settle(admin, exception.id, {
      decision: 'bill found',
      billRef,
      reason: 'Seen in the portal.',
    });
    expect(proposed).toMatchObject({ status: 200, body: { data: { state: 'proposed' } } });
    expect((await officer.ok(readBooking, { params: { id } })).data.billRef).toBeNull();

    expect(await confirm(admin, exception.id)).toMatchObject({
      status: 409,
      body: { code: 'own_proposal' },
    });
    expect(await confirm(head, exception.id)).toMatchObject({
      status: 200,
      body: { data: { state: 'settled' } },
    });
    expect((await officer.ok(readBooking, { params: { id } })).data.billRef).toBe(billRef);
    expect(await billsAtGateway(app, id)).toEqual([billRef]);
  },
);

test('a bill that was found settles its exception once, by whoever confirmed it', async () => {
  const { id, exception } = await inDoubt();
  const [billRef = ''] = await billsAtGateway(app, id);
  const said = { decision: 'bill found', billRef, reason: 'Seen in the portal.' };
  expect(await settle(admin, exception.id, said)).toMatchObject({ status: 200 });
  expect(await confirm(head, exception.id)).toMatchObject({ status: 200 });
  const settled = await app.db
    .selectFrom('audit')
    .select('actor_role')
    .where('record_id', '=', exception.id)
    .where('event', '=', 'exception.settled')
    .execute();
  expect(settled).toEqual([{ actor_role: 'zonal head' }]);
});

test('a bill of another booking or another price is not taken for the one in doubt', async () => {
  const { exception } = await inDoubt();
  const of = async (changes?: Parameters<typeof booked>[1]) =>
    (await bookedWithBill(officer, changes)).billRef;
  const taken = await settle(admin, exception.id, {
    decision: 'bill found',
    billRef: await of(),
    reason: 'A guess.',
  });
  expect(taken).toMatchObject({
    status: 400,
    body: { error: 'This bill belongs to another booking.' },
  });
});

test('somebody else’s bill of the same price is not taken, paid or not', async () => {
  const { exception } = await inDoubt();
  const foreign = await foreignBill(app, 12_000);
  const body = { decision: 'bill found', billRef: foreign, reason: 'A guess.' };
  const refused = {
    status: 400,
    body: { error: 'This bill is for something other than the booking.' },
  };
  expect(await settle(admin, exception.id, body)).toMatchObject(refused);
  await takeMoney(app, foreign);
  expect(await settle(admin, exception.id, body)).toMatchObject(refused);
});

test('what is confirmed is what was seen: a proposal changed meanwhile is a 409', async () => {
  const id = await anException(app.db, officer);
  await settle(admin, id, { decision: 'refund', reason: 'The money goes back.' });
  const { data: seen } = await head.ok(readException, { params: { id } });
  await settle(admin, id, { decision: 'noted', reason: 'The money goes back.' });
  expect(await confirm(head, id, true, seen)).toMatchObject({
    status: 409,
    body: { code: 'other_proposal' },
  });
  expect(await confirm(head, id, false, seen)).toMatchObject({ status: 409 });
  expect((await head.ok(readException, { params: { id } })).data.state).toBe('proposed');
  expect(await confirm(head, id)).toMatchObject({ status: 200 });
});

test('where no bill was found it is asked for again, once two people say so', async () => {
  const { id, exception } = await inDoubt();
  await asOwner(
    app,
    'delete from sandbox.bill_items where bill_reference in (select bill_reference from sandbox.bills where identifier = $1)',
    [id],
  );
  await asOwner(app, 'delete from sandbox.bills where identifier = $1', [id]);
  await settle(admin, exception.id, { decision: 'ask again', reason: 'The portal shows none.' });
  expect((await officer.ok(readBooking, { params: { id } })).data.billRef).toBeNull();
  await confirm(other, exception.id);
  const { billRef } = await billed(officer, id);
  expect(await billsAtGateway(app, id)).toEqual([billRef]);
});

test('a settlement that is sent back is open again', async () => {
  const id = await anException(app.db, officer);
  await settle(admin, id, { decision: 'noted', reason: 'Returned by the bank.' });
  expect(await confirm(head, id, false)).toMatchObject({ body: { data: { state: 'open' } } });
  expect(await confirm(head, id)).toMatchObject({ status: 409, body: { code: 'not_proposed' } });
});

test('of many confirmations at once one counts', async () => {
  const id = await anException(app.db, officer);
  await settle(admin, id, { decision: 'noted', reason: 'Returned by the bank.' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(other, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array<number>(9).fill(409),
  ]);
});

test('a decision that does not fit the exception is refused, and so is one without a reason', async () => {
  const id = await anException(app.db, officer);
  expect(await settle(admin, id, { decision: 'ask again', reason: 'So.' })).toMatchObject({
    status: 400,
    body: { fields: { decision: someText } },
  });
  expect(await settle(admin, id, { decision: 'noted', reason: ' ' })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Enter a reason.' } },
  });
});

test('money of another amount goes before a person, once however often it is seen', async () => {
  const { _id: id, billRef } = await bookedWithBill(officer);
  await payOnline(officer, billRef);
  await asOwner(
    app,
    'update sandbox.bill_items set amount_kobo = amount_kobo - 100 where bill_reference = $1',
    [billRef],
  );
  for (let times = 0; times < 3; times += 1) await officer.ok(checkBooking, { params: { id } });
  const { data } = await admin.ok(exceptionRegister.list, {
    query: { limit: '100', state: 'open' },
  });
  const ofBooking = data.filter(({ booking }) => booking?._id === id);
  expect(ofBooking).toHaveLength(1);
  expect(ofBooking[0]).toMatchObject({ kind: 'other amount', billRef });
  expect(ofBooking[0]?.story).toContain('was paid for a bill of ₦12,000.');
});

test('exceptions are shown within the scope alone', async () => {
  const id = await anException(app.db, officer);
  const elsewhere = await makePerson(app, 'state admin', { state: 'Ogun' });
  const { data } = await elsewhere.ok(exceptionRegister.list, { query: { limit: '100' } });
  expect(data).toEqual([]);
  expect(await settle(elsewhere, id, { decision: 'noted', reason: 'So.' })).toMatchObject({
    status: 404,
  });
});
