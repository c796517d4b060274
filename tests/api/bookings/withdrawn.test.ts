import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { withdrawBooking, clearVehicle } from '#contract/booking-corrections.ts';
import { exportBookings, listBookings, readBooking } from '#contract/bookings.ts';
import { readDossier, readKnown } from '#contract/dossiers.ts';
import { readMap } from '#contract/map.ts';
import { printPaper } from '#contract/modules/after-ticket/papers.ts';
import { checkBooking } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import { bookingCounts } from '#contract/statistics.ts';
import { type Client, openSession, type Request } from '#tests/support/client.ts';
import { foldAll } from '#tests/support/folding.ts';
import { billed, booked, until } from '#tests/support/journey.ts';
import { idsReceived, listen } from '#tests/support/live-listener.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withdrawalOf, withdrawalReason, withdrawn } from '#tests/support/withdrawals.ts';

let app: TestApp;
let officer: Person;
let head: Person;
let admin: Person;
let operator: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
  operator = await makePerson(app, 'operator');
});
afterAll(() => app.stop());

const withBill = async () => billed(officer.client, (await booked(officer.client))._id);

const listed = async (client: Client, query: Request['query'] = {}) =>
  (await client.ok(listBookings, { query: { limit: '100', ...query } })).data.map(({ _id }) => _id);

test('a withdrawn booking leaves the lists, the map and the dues, and stays findable', async () => {
  const plate = 'WDR-400AA';
  const position = { lat: 11.1, lng: 7.7, accuracy: 5 };
  const { _id } = await booked(officer.client, { registration: plate, position });
  const { client } = admin;
  const sumOf = async () => (await client.ok(listBookings, { query: { _boolpaid: 'false' } })).sum;
  const before = { sum: await sumOf(), map: (await client.ok(readMap)).data.total };
  await head.client.ok(withdrawBooking, withdrawalOf(_id));

  for (const query of [
    { _boolpaid: 'false' },
    { _boolpaid: 'true', _boolcompleted: 'false' },
    { _boolcompleted: 'true' },
    { _boolcompleted: 'false' },
    { withdrawn: 'false' },
  ])
    expect(await listed(client, query), JSON.stringify(query)).not.toContain(_id);
  expect(await sumOf()).toBe((before.sum ?? 0) - 12_000);
  const map = (await client.ok(readMap)).data;
  expect(map.bookings.map((one) => one._id)).not.toContain(_id);
  expect(map.total).toBe(before.map - 1);

  for (const query of [{}, { withdrawn: 'true' }, { _searchname: 'wdr400aa' }])
    expect(await listed(client, query), JSON.stringify(query)).toContain(_id);
  const { data: one } = await client.ok(readBooking, { params: { id: _id } });
  expect(one.withdrawal?.reason).toBe(withdrawalReason);
  const { data: dossier } = await client.ok(readDossier, { query: { of: 'plate', value: plate } });
  expect(dossier).toMatchObject({ open: { count: 0, sum: 0 }, bookings: [{ withdrawn: true }] });
  const { data: known } = await client.ok(readKnown, { query: { of: 'plate', value: plate } });
  expect(known.lately).toEqual([]);
});

test('it counts as issued all the same, before and after it is folded', async () => {
  const counts = async () => (await admin.client.ok(bookingCounts)).data.today;
  const before = await counts();
  await withdrawn(officer.client, head.client);
  expect(await counts()).toBe(before + 1);
  await foldAll(app.db);
  expect(await counts()).toBe(before + 1);
});

test('it can be neither paid, checked nor cleared', async () => {
  const { _id, billRef } = await withBill();
  await head.client.ok(withdrawBooking, withdrawalOf(_id));
  for (const answer of [
    await officer.client.call(startPayment, { body: { billRef } }),
    await officer.client.call(checkBooking, { params: { id: _id } }),
    await officer.client.call(clearVehicle, { params: { id: _id }, body: { completed: true } }),
  ]) {
    expect(answer.status).toBe(409);
    expect(answer.ok ? '' : answer.body.error).toContain('This booking was withdrawn');
  }
});

test('the operator, who sees open bookings only, sees it no more', async () => {
  const { _id } = await withdrawn(officer.client, head.client);
  const { client } = operator;
  expect(await client.call(readBooking, { params: { id: _id } })).toMatchObject({ status: 404 });
  expect(await listed(client)).not.toContain(_id);
  expect(await client.call(listBookings, { query: { withdrawn: 'true' } })).toMatchObject({
    status: 403,
  });
  const query = { of: 'plate', value: 'ABC-123DE' };
  const { data } = await client.ok(readDossier, { query });
  expect(data.bookings.some(({ withdrawn: gone }) => gone)).toBe(false);
});

test('whoever holds the ticket reads that it was withdrawn, and nowhere how to pay it', async () => {
  const { _id } = await withBill();
  await head.client.ok(withdrawBooking, withdrawalOf(_id));
  const { ticket_code: code } = await app.db
    .selectFrom('bookings')
    .select('ticket_code')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow();
  const page = await (await fetch(`${app.url}/t/${code}`)).text();
  expect(page).toContain('This ticket was withdrawn. Nothing is due on it.');
  expect(page).not.toContain('/pay"');
  expect(page).not.toContain('Pay only');
  expect(page).not.toContain(withdrawalReason);
  const pay = await fetch(`${app.url}/t/${code}/pay`, { redirect: 'manual' });
  expect(pay.headers.get('location')).toBe(`/t/${code}`);
});

test('a withdrawal is an activity that names who withdrew what, and no driver', async () => {
  const { _id } = await withdrawn(officer.client, head.client, { registration: 'WDR-401AA' });
  const { data } = await admin.client.ok(listActivities, { query: { limit: '20' } });
  expect(
    data.find(({ event, record }) => event === 'booking.withdrawn' && record.id === _id),
  ).toMatchObject({ who: 'Amina Sule', did: 'withdrew', what: 'WDR-401AA', detail: '₦12,000' });
});

test('it is heard at once where it stands on a screen, and is gone for the operator', async () => {
  const { _id } = await booked(officer.client);
  const [desk, phone] = await Promise.all(
    [admin, operator].map(async ({ email }) => {
      const { token } = await openSession(app.url, email);
      return listen({ url: app.url, token });
    }),
  );
  if (!desk || !phone) throw new Error('Two listeners are wanted.');
  await head.client.ok(withdrawBooking, withdrawalOf(_id));
  await until('the withdrawal is heard', () =>
    Promise.resolve(idsReceived(desk.received, 'withdrawn').includes(_id)),
  );
  await until('it is gone', () =>
    Promise.resolve(phone.received.some(({ event }) => event.type === 'gone' && event.id === _id)),
  );
  await Promise.all([desk.cut(), phone.cut()]);
});

test('its paper says that it was withdrawn and asks for no money, and its row in a file says why', async () => {
  const { _id } = await withBill();
  await head.client.ok(withdrawBooking, withdrawalOf(_id));
  const page = await officer.client.ok(printPaper, {
    params: { id: _id },
    query: { of: 'ticket', size: 'a4', format: 'html' },
  });
  expect(page).toContain('Ticket withdrawn');
  expect(page).not.toMatch(/Pay this bill|Pay the bill|Pay only/);
  const query = { format: 'csv', withdrawn: 'true' };
  const file = await admin.client.ok(exportBookings, { query });
  expect(file).toContain('"Withdrawn","Kaduna","Zaria"');
  expect(file).toContain(withdrawalReason);
});
