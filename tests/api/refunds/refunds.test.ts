import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readException } from '#contract/exceptions.ts';
import {
  decideRefund,
  refundRegister,
  proposeExceptionRefund,
  proposeRefund,
  proposeReversal,
  takeBackRefund,
} from '#contract/modules/money/refunds.ts';
import { listReportRows } from '#contract/modules/reports/report-rows.ts';
import { listWaiting } from '#contract/waiting.ts';
import { raiseException } from '#server/features/exceptions/commands.ts';
import { compareRecords } from '#server/trail.ts';
import { anException } from '#tests/support/exceptions.ts';
import { asOwner } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked, bookedAndPaid, trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { refundsOf, settledByRefund } from '#tests/support/refunds.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let first: Person;
let second: Person;
let third: Person;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  [first, second, third] = [
    await makePerson(app, 'state admin'),
    await makePerson(app, 'state admin'),
    await makePerson(app, 'state admin'),
  ];
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
});
afterAll(() => app.stop());

const back = (changes: object = {}) => ({
  amount: 1,
  day: dayFromNow(0),
  proofKind: 'transfer' as const,
  proofNumber: 'TRF-204518',
  reason: 'Suit 12.',
  ...changes,
});
const proposed = (id: string, changes: object = {}, by = first) =>
  by.call(proposeRefund, { params: { id }, body: { line: 1, ...back(changes) } });
const decided = (id: string, agrees = true, by = second) =>
  by.call(decideRefund, {
    params: { id },
    body: agrees ? { agrees } : { agrees, reason: 'The proof is of another.' },
  });

/** The first paid offence of a ticket that was just paid. */
async function chargeOf(id: string) {
  const query = { figure: 'received', each: 'head', limit: '100' } as const;
  const { data } = await first.ok(listReportRows, { query });
  return data.find(({ payment }) => payment?.booking === id)?.payment?.charges[0];
}

async function aPaidOffence() {
  const { _id: id } = await bookedAndPaid(officer, app.db);
  return { id, fee: (await chargeOf(id))?.amount ?? 0 };
}

async function waitingOf(id: string, changes: object = {}): Promise<string> {
  return (await first.ok(proposeRefund, { params: { id }, body: { line: 1, ...back(changes) } }))
    .data.id;
}

/** What the nightly walk says of refunds. */
const findings = async () =>
  (await compareRecords(app.db)).filter((one) => /^(Refund|Reversal) /.test(one));

test('a refund counts once another state admin has confirmed it, with its proof', async () => {
  const { id, fee } = await aPaidOffence();
  const refund = await waitingOf(id, { amount: fee });
  const sums = async () => {
    const { givenBack = [] } = (await chargeOf(id)) ?? {};
    return [givenBack.reduce((sum, { amount }) => sum + amount, 0), givenBack.length];
  };
  expect(await sums()).toEqual([0, 0]);
  expect(await decided(refund, true, first)).toMatchObject({
    status: 409,
    body: { code: 'own_proposal' },
  });
  expect(await decided(refund)).toMatchObject({
    status: 200,
    body: { data: { state: 'confirmed', amount: fee, decided: { by: { id: second.id } } } },
  });
  expect(await sums()).toEqual([fee, 1]);
  expect(await refundsOf(app.db, id)).toMatchObject([
    { id: refund, amount_kobo: fee * 100, day: dayFromNow(0) },
  ]);
  const trail = await trailOf(app.db, { record: id });
  expect(trail.map(({ event }) => event)).toEqual([
    'booking.made',
    'refund.proposed',
    'refund.confirmed',
  ]);
  expect(await decided(refund, true, third)).toMatchObject({
    status: 409,
    body: { code: 'already_decided' },
  });
  expect(await findings()).toEqual([]);
});

test('what waits stands in the queue of other state admins, with plate, amount and day', async () => {
  const { id } = await aPaidOffence();
  const refund = await waitingOf(id, { amount: 1.5 });
  const queueOf = async (person: Person) =>
    (await person.ok(listWaiting)).data
      .find(({ kind }) => kind === 'refund')
      ?.oldest.find((one) => one.id === refund)?.what;
  expect(await queueOf(second)).toMatch(
    new RegExp(`^\\S.*: ₦1\\.5, paid out on ${dayFromNow(0)}$`),
  );
  expect(await queueOf(first)).toBeUndefined();
});

test('what is refused or taken back counts nothing, and only its proposer takes it back', async () => {
  const { id, fee } = await aPaidOffence();
  const refused = await waitingOf(id);
  expect(await decided(refused, false)).toMatchObject({ body: { data: { state: 'refused' } } });
  const mistaken = await waitingOf(id);
  const takenBack = (by: Person) => by.call(takeBackRefund, { params: { id: mistaken } });
  expect((await takenBack(second)).status).toBe(403);
  expect(await takenBack(first)).toMatchObject({ body: { data: { state: 'taken back' } } });
  expect(await refundsOf(app.db, id)).toEqual([]);
  expect((await proposed(id, { amount: fee })).status).toBe(200);
  const { total, amount } = await first.ok(refundRegister.list, { query: { booking: id } });
  expect({ total, amount }).toEqual({ total: 3, amount: 0 });
  expect(await findings()).toEqual([]);
});

test('no more is given back than was received, to the kobo', async () => {
  const { id, fee } = await aPaidOffence();
  expect(await proposed(id, { amount: fee + 0.01 })).toMatchObject({
    status: 409,
    body: { code: 'more_than_received' },
  });
  await decided(await waitingOf(id, { amount: fee - 0.01 }));
  expect(await proposed(id, { amount: 0.02 })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('at most ₦0.01') as string },
  });
  await decided(await waitingOf(id, { amount: 0.01 }));
  expect((await proposed(id, { amount: 0.01 })).status).toBe(409);
});

test('of proposals at once one waits, and of decisions at once one holds', async () => {
  const { id, fee } = await aPaidOffence();
  const answers = await Promise.all(
    [first, second, third].map((by) => proposed(id, { amount: fee }, by)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const [refund] = (await first.ok(refundRegister.list, { query: { booking: id } })).data;
  const others = [first, second, third].filter((one) => one.id !== refund?.by.id);
  const ends = await Promise.all(
    others.map((one, index) => decided(refund?.id ?? '', index === 0, one)),
  );
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await findings()).toEqual([]);
});

test('money is given back of paid tickets, between its payment and today, with a reference', async () => {
  const { _id: unpaid } = await booked(officer);
  const { id } = await aPaidOffence();
  expect(await proposed(unpaid)).toMatchObject({ status: 409, body: { code: 'not_paid' } });
  expect((await proposed(id, { line: 77 })).status).toBe(404);
  for (const changes of [
    { day: dayFromNow(1) },
    { day: dayFromNow(-1) },
    { amount: 0.001 },
    { amount: -1 },
    { proofNumber: 'x' },
    { proofNumber: 'paid by hand' },
    { proofNumber: '17' },
    { proofKind: 'other' },
    { reason: '' },
  ])
    expect((await proposed(id, changes)).status, JSON.stringify(changes)).toBe(400);
  expect((await proposed(id, {}, officer)).status).toBe(403);
});

test('two people reverse a refund once, both rows stay, and its money can be given back again', async () => {
  const { id, fee } = await aPaidOffence();
  const refund = await waitingOf(id, { amount: fee });
  const reversed = () =>
    first.call(proposeReversal, { params: { id: refund }, body: { reason: 'Of another ticket.' } });
  expect(await reversed()).toMatchObject({ status: 409 });
  await decided(refund);
  const answers = await Promise.all([reversed(), reversed()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { data } = await first.ok(refundRegister.list, { query: { booking: id } });
  const reversal = data.find(({ kind }) => kind === 'reversal')?.id ?? '';
  expect((await decided(reversal, true, first)).status).toBe(409);
  expect(await decided(reversal)).toMatchObject({
    body: { data: { state: 'confirmed', amount: -fee, day: dayFromNow(0), reverses: refund } },
  });
  expect((await reversed()).status).toBe(409);
  expect(await refundsOf(app.db, id)).toMatchObject([
    { amount_kobo: fee * 100 },
    { amount_kobo: -fee * 100, reverses: refund },
  ]);
  const after = await first.ok(refundRegister.list, { query: { booking: id, state: 'counted' } });
  expect([after.total, after.amount]).toEqual([2, 0]);
  expect(after.data.map(({ state }) => state)).toEqual(['confirmed', 'reversed']);
  expect((await proposed(id, { amount: fee })).status).toBe(200);
  expect(await findings()).toEqual([]);
});

const ofException = (id: string, changes: object = {}) =>
  first.call(proposeExceptionRefund, { params: { id }, body: back(changes) });
const toGiveBack = async (id: string) =>
  (await first.ok(readException, { params: { id } })).data.refund;

test('an exception that is settled by a refund is money to give back, until that is confirmed', async () => {
  const exception = await anException(app.db, officer);
  expect(await ofException(exception)).toMatchObject({
    status: 409,
    body: { code: 'not_to_give_back' },
  });
  expect(await toGiveBack(exception)).toBeNull();
  await settledByRefund(app, { exception, by: first.id, decidedBy: second.id });
  expect(await toGiveBack(exception)).toEqual({ givenBack: 0, left: 1 });
  expect((await ofException(exception, { amount: 1.01 })).status).toBe(409);
  const { data } = await first.ok(proposeExceptionRefund, {
    params: { id: exception },
    body: back({ amount: 0.4 }),
  });
  expect(await toGiveBack(exception)).toEqual({ givenBack: 0, left: 1 });
  await decided(data.id);
  expect(await toGiveBack(exception)).toEqual({ givenBack: 0.4, left: 0.6 });
  expect((await ofException(exception, { amount: 0.61 })).status).toBe(409);
  expect(await findings()).toEqual([]);
});

test('money of a bill that no booking has is given back too, and stands in the trail of its exception', async () => {
  await app.db.transaction().execute((trx) =>
    raiseException(trx, {
      kind: 'unknown bill',
      bookingId: null,
      organisation: 'Kaduna',
      gateway: 'PayKaduna',
      billRef: '123456789012',
      amountKobo: 5_000,
      receipt: '00000009',
      description: 'Nobody has this bill.',
      dedupeKey: 'refund',
    }),
  );
  const { id: exception } = await app.db
    .selectFrom('payment_exceptions')
    .select('id')
    .where('kind', '=', 'unknown bill')
    .executeTakeFirstOrThrow();
  await settledByRefund(app, { exception, by: first.id, decidedBy: second.id });
  const { data } = await first.ok(proposeExceptionRefund, {
    params: { id: exception },
    body: back({ amount: 50 }),
  });
  expect(await decided(data.id)).toMatchObject({
    body: { data: { state: 'confirmed', booking: null, plate: 'Bill 123456789012' } },
  });
  expect(await toGiveBack(exception)).toEqual({ givenBack: 50, left: 0 });
  expect((await trailOf(app.db, { record: exception })).map(({ event }) => event)).toEqual([
    'refund.proposed',
    'refund.confirmed',
  ]);
  expect(await findings()).toEqual([]);
});

test('the application writes no refund, and the database takes none beyond what came in', async () => {
  const { id, fee } = await aPaidOffence();
  await decided(await waitingOf(id, { amount: fee }));
  for (const statement of [
    sql`update refunds set amount_kobo = 1`,
    sql`delete from refunds`,
    sql`insert into refunds (id) values ('01KB0000000000000000000009')`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow('permission denied');
  const insert = (more: string) =>
    asOwner(
      app,
      `insert into refunds (id, organisation, zone, demo, booking_id, line, amount_kobo, day,
         proof_kind, proof, reason, noted_by, noted_at)
       select '01KB0000000000000000000009', organisation, zone, demo, booking_id, line, ${more},
         'transfer', 'TRF-1', 'Again.', '${first.id}', now()
       from refunds where booking_id = '${id}'`,
    );
  await expect(insert('1, day')).rejects.toThrow('No more is given back than was received');
  await expect(
    asOwner(app, `update refunds set amount_kobo = 1 where booking_id = '${id}'`),
  ).rejects.toThrow('A refund stays as it is');
});

test('the nightly walk finds a refund that was changed by hand', async () => {
  const { id } = await aPaidOffence();
  const refund = await waitingOf(id);
  await decided(refund);
  expect(await findings()).toEqual([]);
  const byHand = (change: string) =>
    asOwner(
      app,
      `alter table refunds disable trigger user;
       update refunds set ${change} where id = '${refund}';
       alter table refunds enable trigger user`,
    );
  for (const [change, undone] of [
    ['amount_kobo = 200', 'amount_kobo = 100'],
    [`day = day - 1`, 'day = day + 1'],
    [`proof = 'TRF-999999'`, `proof = 'TRF-204518'`],
    [`zone = 'Chikun'`, `zone = 'Zaria'`],
  ] as const) {
    await byHand(change);
    expect(await findings(), change).toContain(
      `Refund ${refund} stands otherwise than the trail says.`,
    );
    await byHand(undone);
  }
  expect(await findings()).toEqual([]);
  await asOwner(app, `delete from refunds where id = '${refund}'`);
  expect(await findings()).toEqual([`Refund ${refund} stands otherwise than the trail says.`]);
});
