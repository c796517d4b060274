import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { exceptionRegister } from '#contract/exceptions.ts';
import { type PaymentException } from '#contract/exceptions.ts';
import { asOwner } from '#tests/support/factories.ts';
import { billed, booked, until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { billAtGateway, billsAtGateway, holdAnswers } from '#tests/support/sandbox-books.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let admin: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  admin = await makePerson(app, 'state admin');
});
afterEach(() => {
  Object.assign(app.faults, { busy: false, fail: false, down: false });
});
afterAll(() => app.stop());

const exceptionsOf = async (id: string): Promise<PaymentException[]> =>
  (await admin.ok(exceptionRegister.list, { query: { limit: '100', booking: id } })).data;

const problemOf = async (id: string): Promise<string | null> => {
  const row = await app.db
    .selectFrom('bookings')
    .select('bill_problem')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.bill_problem;
};

/** A booking whose bill can't be made because the gateway takes nothing. */
async function bookedInVain(): Promise<string> {
  app.faults.busy = true;
  const { _id } = await booked(officer);
  await until('the gateway was asked in vain', async () => (await problemOf(_id)) !== null);
  return _id;
}

const withdraw = (id: string) =>
  asOwner(
    app,
    `update bookings set withdrawn_at = now(), withdrawn_by = $2, withdrawn_reason = 'Wrong plate.'
     where id = $1`,
    [id, admin.id],
  );

const jobDone = (id: string) =>
  until('the job is done', async () => {
    const jobs = await asOwner(
      app,
      `select state from pgboss.job where name = 'make-bill' and data ->> 'bookingId' = $1`,
      [id],
    );
    return jobs.every(({ state }) => state === 'completed');
  });

test(
  'while the gateway has never told its revenue heads, none counts as missing',
  { tags: 'night' },
  async () => {
    await asOwner(app, 'delete from revenue_heads');
    const id = await bookedInVain();
    expect(await problemOf(id)).toBe('The payment gateway does not list its revenue heads.');
    expect(await exceptionsOf(id)).toEqual([]);
    app.faults.busy = false;
    await billed(officer, id);
  },
);

test('no bill is asked for once the booking was withdrawn', { tags: 'night' }, async () => {
  const id = await bookedInVain();
  await withdraw(id);
  app.faults.busy = false;
  await jobDone(id);
  expect(await billsAtGateway(app, id)).toEqual([]);
  expect(await exceptionsOf(id)).toEqual([]);
});

test('a bill that comes after the withdrawal is kept, so that its money is watched', async () => {
  const answerNow = holdAnswers(app);
  const { _id: id } = await booked(officer);
  await billAtGateway(app, id);
  await withdraw(id);
  answerNow();
  const { billRef } = await billed(officer, id);
  expect(await billsAtGateway(app, id)).toEqual([billRef]);
});

test('where Hanya stopped before the answer came, a person looks before anybody asks again', async () => {
  const id = await bookedInVain();
  await asOwner(
    app,
    `update bookings set bill_asked_at = now() - interval '2 minutes' where id = $1`,
    [id],
  );
  app.faults.busy = false;
  await jobDone(id);
  const story = 'Hanya stopped while it was asking the payment gateway to create the bill.';
  expect(await exceptionsOf(id)).toMatchObject([{ kind: 'bill in doubt', state: 'open', story }]);
  expect(await billsAtGateway(app, id)).toEqual([]);
});

test('a bill after which a proxy answers 503 is looked at by a person, and asked for once', async () => {
  app.faults.fail = 503;
  const { _id: id } = await booked(officer);
  await until('a person is asked', async () => (await exceptionsOf(id)).length > 0);
  // The gateway says nothing that could be trusted: the next bill is not asked for.
  const { _id: next } = await booked(officer);
  await until('it is put off', async () => (await problemOf(next)) !== null);
  expect(await problemOf(next)).toBe('The payment gateway does not list its revenue heads.');
  expect(await billsAtGateway(app, next)).toEqual([]);
  app.faults.fail = false;
  await billed(officer, next);
  await jobDone(id);
  expect(await billsAtGateway(app, id)).toHaveLength(1);
  expect(await exceptionsOf(id)).toMatchObject([{ kind: 'bill in doubt', state: 'open' }]);
  expect(await exceptionsOf(next)).toEqual([]);
});

test('a second bill that the gateway made all the same goes before a person', async () => {
  const answerNow = holdAnswers(app);
  const { _id: id } = await booked(officer);
  await billAtGateway(app, id);
  await asOwner(
    app,
    `update bookings set bill_ref = '777777777777', bill_gateway = 'PayKaduna' where id = $1`,
    [id],
  );
  answerNow();
  await jobDone(id);
  const [second] = await billsAtGateway(app, id);
  expect(await exceptionsOf(id)).toMatchObject([
    {
      kind: 'unknown bill',
      billRef: second,
      story: `The payment gateway created a second bill, ${second}, for this booking. Nobody should pay the second bill.`,
    },
  ]);
});

test('a bill of another booking is not taken, whatever the gateway answers', async () => {
  const answerNow = holdAnswers(app);
  const { _id: id } = await booked(officer);
  const bill_ref = await billAtGateway(app, id);
  await storeBooking(app.db, admin.id, { bill_ref, bill_gateway: 'PayKaduna' });
  answerNow();
  await until('a person is asked', async () => (await exceptionsOf(id)).length > 0);
  const story = `The payment gateway answered with bill ${bill_ref}, which belongs to another booking.`;
  expect(await exceptionsOf(id)).toMatchObject([{ kind: 'bill in doubt', story }]);
});
