import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { readHistory } from '#contract/history.ts';
import { updateUser } from '#contract/users.ts';
import { openSession, type Session, signedIn } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Session;
let officerId: string;

beforeAll(async () => {
  app = await startTestApp();
  const { id, email } = await makeAccount(app.db, 'booking officer');
  officerId = id;
  officer = await openSession(app.url, email);
});
afterAll(() => app.stop());

test('records, papers and histories name whoever acted as they were called then', async () => {
  const { client, token } = officer;
  const admin = await signedIn(app.url, (await makeAccount(app.db, 'state admin')).email);
  const first = await booked(client);
  const rename = (lastName: string) =>
    client.ok(updateUser, { params: { id: officerId }, body: { lastName } });
  await rename('Bello');
  const second = await booked(client);
  await rename('Musa');
  const third = await booked(client);

  const nameOf = async (id: string) =>
    (await client.ok(readBooking, { params: { id } })).data.createdBy.name;
  const paperOf = async (id: string) => {
    const address = `${app.url}/api/v1/booking/${id}/paper?of=ticket&size=a4&format=html`;
    return (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).text();
  };
  const historyOf = async (id: string) =>
    (await admin.ok(readHistory, { params: { record: 'booking', id } })).data[0]?.actor.name;
  for (const [{ _id, createdBy }, name] of [
    [first, 'Amina Sule'],
    [second, 'Amina Bello'],
    [third, 'Amina Musa'],
  ] as const) {
    expect(createdBy.name).toBe(name);
    expect(await nameOf(_id)).toBe(name);
    expect(await historyOf(_id)).toBe(name);
    expect(await paperOf(_id)).toContain(name);
  }
  const { data } = await client.ok(listBookings, {});
  expect(data.map(({ createdBy }) => createdBy.name)).toEqual([
    'Amina Musa',
    'Amina Bello',
    'Amina Sule',
  ]);
});
