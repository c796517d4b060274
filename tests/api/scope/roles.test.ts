import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { checkBooking } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { readUser } from '#contract/users.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { booked, bookedAndPaid, bookedWithBill, payOnline } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let operator: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  operator = await makePerson(app, 'operator');
});
afterAll(() => app.stop());

describe('an operator', () => {
  test('gets unpaid bookings only, whether it asks for them or not', async () => {
    const paid = await bookedAndPaid(officer, app.db);
    const open = await booked(officer);
    const queries: Record<string, string>[] = [
      {},
      { _boolpaid: 'false' },
      { _boolcompleted: 'false' },
    ];
    for (const query of queries) {
      const { data, total } = await operator.ok(listBookings, {
        query: { ...query, limit: '100' },
      });
      const ids = data.map(({ _id }) => _id);
      expect(ids).toContain(open._id);
      expect(ids).not.toContain(paid._id);
      expect(data.every((booking) => !booking.paid)).toBe(true);
      expect(total).toBe(data.length);
    }
  });

  test('asking for paid or completed ones is a 403', async () => {
    const queries: Record<string, string>[] = [
      { _boolpaid: 'true' },
      { _boolcompleted: 'true' },
      { _boolpaid: 'true', _boolcompleted: 'false' },
      { _boolpaid: 'false', _boolcompleted: 'true' },
    ];
    for (const query of queries) {
      const answer = await operator.call(listBookings, { query });
      expect(answer).toMatchObject({
        status: 403,
        body: { error: 'You can see only unpaid bookings. Your role is operator.' },
      });
    }
  });

  test('does not find a paid booking by its id, a search or its bill', async () => {
    const { _id: id, billRef } = await bookedWithBill(officer);
    await payOnline(officer, billRef);
    await officer.ok(checkBooking, { params: { id } });
    expect((await operator.call(readBooking, { params: { id } })).status).toBe(404);
    expect((await operator.call(checkBooking, { params: { id } })).status).toBe(404);
    expect((await operator.call(startPayment, { body: { billRef } })).status).toBe(404);
    const search = await operator.ok(listBookings, { query: { _searchname: billRef } });
    expect(search.total).toBe(0);
  });

  test('sees the booking whose payment it has just started through to paid', async () => {
    const { _id: id, billRef } = await bookedWithBill(operator);
    await payOnline(operator, billRef);
    await officer.ok(checkBooking, { params: { id } });
    const { data } = await operator.ok(readBooking, { params: { id } });
    expect(data).toMatchObject({ paid: true });
    const again = await operator.call(startPayment, { body: { billRef } });
    expect(again).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });

  test('sees the booking that it has just checked, but no longer after an hour', async () => {
    const { _id: id, billRef } = await bookedWithBill(officer);
    await payOnline(officer, billRef);
    expect((await operator.ok(checkBooking, { params: { id } })).data.paid).toBe(true);
    expect((await operator.call(readBooking, { params: { id } })).status).toBe(200);
    const another = await makePerson(app, 'operator');
    expect((await another.call(readBooking, { params: { id } })).status).toBe(404);
    await asOwner(app, `update audit set at = at - interval '61 minutes' where record_id = $1`, [
      id,
    ]);
    expect((await operator.call(readBooking, { params: { id } })).status).toBe(404);
  });

  test('may not clear a vehicle, not even one whose payment it has checked', async () => {
    const { _id: id } = await booked(officer, { offence: [{ id: 'VIL-06' }] });
    await operator.ok(checkBooking, { params: { id } });
    const answer = await operator.call(clearVehicle, { params: { id }, body: { completed: true } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });
});

describe('a record of a user', () => {
  test('251a: is open to its owner in full, whatever the role', async () => {
    for (const role of ['zonal head', 'booking officer', 'operator', 'observer'] as const) {
      const { id, email, client } = await makePerson(app, role);
      const { data } = await client.ok(readUser, { params: { id } });
      expect(data).toMatchObject({ id, _id: id, role, email });
    }
  });

  test('is a 403 for those who may not see users, whether it exists or not', async () => {
    const somebody = await makeAccount(app.db, 'operator');
    for (const id of [somebody.id, 'nobody']) {
      const answer = await officer.call(readUser, { params: { id } });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });

  test('never holds a password or its hash', async () => {
    const admin = await makePerson(app, 'state admin');
    const { data } = await admin.ok(readUser, { params: { id: admin.id } });
    // True if the password is its owner's own is no secret.
    const { ownPassword, ...others } = data;
    expect(typeof ownPassword).toBe('boolean');
    expect(Object.keys(others).filter((key) => /pass|hash/i.test(key))).toEqual([]);
    expect(JSON.stringify(data)).not.toContain('$argon2');
  });
});

test('a person on a booking is shown by id, name and role alone', async () => {
  const { createdBy } = await booked(officer);
  expect(Object.keys(createdBy).sort()).toEqual(['id', 'name', 'role']);
  expect(createdBy).toMatchObject({ name: 'Amina Sule', role: 'booking officer' });
});
