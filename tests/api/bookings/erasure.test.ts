import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearVehicle, listBookings, readBooking } from '#contract/bookings.ts';
import { checkBooking, startPayment } from '#contract/payments.ts';
import { verifyAudit, walkTrail } from '#server/features/audit/verification.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { type Client, openSession } from '#tests/support/client.ts';
import { anException } from '#tests/support/exceptions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { billed, booked, payAtGateway } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let officerId: string;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  ({ client: officer } = await openSession(app.url, account.email));
});
afterAll(() => app.stop());

const name = 'Zainab Unforgettable';

/** A booking whose vehicle was cleared so many years ago. */
async function clearedBefore(years: number): Promise<string> {
  const { _id: id, billRef } = await billed(officer, (await booked(officer, { name }))._id);
  await payAtGateway((await officer.ok(startPayment, { body: { billRef } })).url);
  await officer.ok(checkBooking, { params: { id } });
  await officer.ok(clearVehicle, { params: { id }, body: { completed: true } });
  await app.owner
    .updateTable('bookings')
    .set({ completed_at: new Date(Date.now() - years * 366 * 24 * 3_600_000) })
    .where('id', '=', id)
    .execute();
  return id;
}

const findings = async (id: string) => {
  await foldAll(app.db);
  return (await verifyAudit(app.db)).findings.filter((finding) => finding.includes(id));
};

test('who was booked long ago becomes unreadable; money, offences and every chain stay', async () => {
  const [old, young] = [await clearedBefore(7), await clearedBefore(6.9)];
  const before = (await officer.ok(readBooking, { params: { id: old } })).data;
  expect(await eraseOldBookings(app.db, 7)).toBe(1);

  const { data } = await officer.ok(readBooking, { params: { id: old } });
  expect(data).toMatchObject({
    name: 'Erased',
    phoneNo: '-',
    address: '-',
    license: '-',
    registration: '',
    dob: '',
    price: before.price,
    offence: before.offence,
    receipt: before.receipt,
    zone: before.zone,
    createdBy: before.createdBy,
    paid: true,
    completed: true,
  });
  const kept = await sql<{ text: string }>`
    select string_agg(coalesce(bookings::text, '') || coalesce(audit::text, '')
                      || booking_search::text, '') as text
    from bookings left join audit on record_id = bookings.id
      join booking_search on booking_id = bookings.id
    where bookings.id = ${old}`.execute(app.db);
  expect(kept.rows[0]?.text.toLowerCase()).not.toContain('unforgettable');
  expect(kept.rows[0]?.text).not.toContain(before.registration);
  const searched = await officer.ok(listBookings, { query: { _searchname: name } });
  expect(searched.data.map(({ _id }) => _id)).toEqual([young]);

  expect(await findings(old)).toEqual([]);
  const { event } = await app.db
    .selectFrom('audit')
    .select('event')
    .where('record_id', '=', old)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  expect(event).toBe('booking.erased');
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
});

test('a booking with an open exception waits until that is settled', async () => {
  const id = await clearedBefore(8);
  const exception = await anException(app.db, officer);
  await app.owner
    .updateTable('payment_exceptions')
    .set({ booking_id: id })
    .where('id', '=', exception)
    .execute();
  expect(await eraseOldBookings(app.db, 7)).toBe(0);
  await app.owner
    .updateTable('payment_exceptions')
    .set({ closed_at: new Date() })
    .where('id', '=', exception)
    .execute();
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
});

test('the application erases nothing by itself: not young, not unsettled, not without a row of the trail', async () => {
  const [old, young] = [await clearedBefore(3), await clearedBefore(0.9)];
  const unpaid = (await booked(officer))._id;
  const erase = async (id: string) =>
    (await sql<{ done: boolean }>`select erase_booking(${id}, 0) as done`.execute(app.db)).rows[0]
      ?.done;
  await expect(erase(old)).rejects.toThrow('does not say that it is erased');
  expect(await erase(young)).toBe(false);
  expect(await erase(unpaid)).toBe(false);
  expect(await erase('NOSUCHBOOKING')).toBe(false);
  await expect(
    app.db.updateTable('audit').set({ after: null }).where('actor_id', '=', officerId).execute(),
  ).rejects.toThrow('permission denied');
});

test('the verification names a row that was erased in silence', async () => {
  const { _id } = await booked(officer);
  const trx = await app.owner.startTransaction().setIsolationLevel('repeatable read').execute();
  try {
    await sql`update audit set before = null, after = null, salt = ''
      where record_id = ${_id} and event = 'booking.made'`.execute(trx);
    const found = (await walkTrail(trx)).findings.filter((finding) => finding.includes(_id));
    expect(found).toEqual([`Row 1 of booking ${_id} was erased, and no later row says so.`]);
  } finally {
    await trx.rollback().execute();
  }
});
