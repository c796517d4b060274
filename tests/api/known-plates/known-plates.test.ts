import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawBooking } from '#contract/booking-corrections.ts';
import { type KnownPlates, readKnownPlates } from '#contract/known-plates.ts';
import { asGuest, type Client, signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount, markPaid } from '#tests/support/factories.ts';
import { booked, bookedAndPaid, until } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { withdrawalOf } from '#tests/support/withdrawals.ts';

let app: TestApp;
let officer: Client;
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { state: 'Kaduna', zone: 'Zaria' });
  admin = await makePerson(app, 'state admin', { state: 'Kaduna' });
});
afterAll(() => app.stop());

async function platesFor(client: Client, after?: string): Promise<KnownPlates> {
  const query = after === undefined ? {} : { after };
  return (await client.ok(readKnownPlates, { query })).data;
}

const withdraw = (id: string) => admin.ok(withdrawBooking, withdrawalOf(id));

/** The rows of the bookings, each as an object. */
const bookingsIn = ({
  bookings: { id, plate, withdrawn, price, vehicle },
  vehicles,
}: KnownPlates) =>
  id.map((_id, row) => ({
    _id,
    plate: plate[row],
    withdrawn: withdrawn[row],
    price: price[row],
    make: vehicles.make[vehicle[row] ?? -1],
  }));

const countOf = ({ plates: { plate, bookings, paid } }: KnownPlates, wanted: string) => {
  const row = plate.indexOf(wanted);
  return row < 0 ? null : { bookings: bookings[row], paid: paid[row] };
};

/** What changed, once no transaction is open any more that may have changed something before. */
async function changesFor(client: Client, after: string): Promise<KnownPlates> {
  await until('everything up to now is over', async () => {
    const { rows } = await sql<{ isOver: boolean }>`
      select coalesce(max(xid) < transaction_horizon(), true) as "isOver" from outbox
    `.execute(app.db);
    return rows[0]?.isOver === true;
  });
  return platesFor(client, after);
}

test('a device is told of the unpaid and the withdrawn bookings of its place, and of no others', async () => {
  const open = await booked(officer, { registration: 'KNP-101AA', make: 'Toyota', model: 'Hiace' });
  const paid = await bookedAndPaid(officer, app.db, { registration: 'KNP-102AA' });
  const back = await booked(officer, { registration: 'KNP-103AA' });
  await withdraw(back._id);
  const elsewhere = await booked(admin, { registration: 'KNP-104AA', zone: 'Chikun' });

  const read = await platesFor(officer);
  expect(read.whole).toBe(true);
  const found = bookingsIn(read);
  expect(found).toContainEqual({
    _id: open._id,
    plate: 'KNP-101AA',
    withdrawn: 0,
    price: open.price,
    make: 'Toyota',
  });
  expect(found.find(({ _id }) => _id === back._id)?.withdrawn).toBe(1);
  const ids = found.map(({ _id }) => _id);
  expect(ids).not.toContain(paid._id);
  expect(ids).not.toContain(elsewhere._id);
  expect(bookingsIn(await platesFor(admin)).map(({ _id }) => _id)).toContain(elsewhere._id);
  expect(JSON.stringify(read)).not.toContain(open.name);
  expect(JSON.stringify(read)).not.toContain(open.phoneNo);
});

test('a plate booked more than once, however it was spelt, is told with its bookings and the paid ones', async () => {
  await bookedAndPaid(officer, app.db, { registration: 'KNQ-2O1AA' });
  await bookedAndPaid(officer, app.db, { registration: 'knq 201 aa' });
  await bookedAndPaid(officer, app.db, { registration: 'KNQ-202AA' });
  const read = await platesFor(officer);
  const names = read.plates.plate.filter((plate) => /^knq/i.test(plate));
  expect(names).toHaveLength(1);
  expect(countOf(read, names[0] ?? '')).toEqual({ bookings: 2, paid: 2 });
});

test('after a cursor only what changed since is told: new, paid and withdrawn bookings', async () => {
  const toPay = await booked(officer, { registration: 'KNR-301AA' });
  const toWithdraw = await booked(officer, { registration: 'KNR-302AA' });
  const untouched = await booked(officer, { registration: 'KNR-303AA' });
  const { cursor } = await changesFor(officer, 'nothing yet');

  const made = await booked(officer, { registration: 'KNR-301AA' });
  await markPaid(app.db, toPay._id);
  await withdraw(toWithdraw._id);
  await booked(admin, { registration: 'KNR-304AA', zone: 'Chikun' });
  const read = await changesFor(officer, cursor);
  expect(read.whole).toBe(false);
  expect(read.gone).toEqual([toPay._id]);
  expect(
    bookingsIn(read)
      .map(({ _id, withdrawn }) => [_id, withdrawn])
      .toSorted(),
  ).toEqual(
    [
      [made._id, 0],
      [toWithdraw._id, 1],
    ].toSorted(),
  );
  expect(read.bookings.id).not.toContain(untouched._id);
  expect(countOf(read, 'KNR-301AA')).toEqual({ bookings: 2, paid: 1 });
  const later = await changesFor(officer, read.cursor);
  expect(later.bookings.id).toEqual([]);
  expect(later).toMatchObject({ whole: false, gone: [] });
});

test('an operator is told neither of paid nor of withdrawn bookings', async () => {
  const operator = await makePerson(app, 'operator', { state: 'Kaduna', zone: 'Zaria' });
  await bookedAndPaid(officer, app.db, { registration: 'KNS-401AA' });
  await booked(officer, { registration: 'KNS-401AA' });
  const back = await booked(officer, { registration: 'KNS-402AA' });
  const { cursor } = await changesFor(operator, 'nothing yet');
  await withdraw(back._id);
  const whole = await platesFor(operator);
  expect(whole.bookings.withdrawn).not.toContain(1);
  expect(countOf(whole, 'KNS-401AA')).toBeNull();
  expect(whole.plates.paid.every((paid) => paid === 0)).toBe(true);
  const changed = await changesFor(operator, cursor);
  expect(changed.gone).toEqual([back._id]);
  expect(changed.bookings.id).not.toContain(back._id);
});

test('a cursor of another place, role or installation, or one too old, gets everything anew', async () => {
  const { cursor } = await platesFor(officer);
  expect((await platesFor(officer, cursor)).whole).toBe(false);
  const chikun = await makePerson(app, 'booking officer', { state: 'Kaduna', zone: 'Chikun' });
  const operator = await makePerson(app, 'operator', { state: 'Kaduna', zone: 'Zaria' });
  for (const client of [chikun, operator])
    expect((await platesFor(client, cursor)).whole).toBe(true);
  const [, ...rest] = cursor.split('.');
  expect((await platesFor(officer, ['another', ...rest].join('.'))).whole).toBe(true);
  expect((await platesFor(officer, 'anything')).whole).toBe(true);
  await booked(officer);
  await asOwner(app, `update outbox set at = at - interval '25 hours'`, []);
  expect((await changesFor(officer, cursor)).whole).toBe(true);
});

test('of more than 1,000 changes none is told by itself, but everything anew', async () => {
  const { _id } = await booked(officer, { registration: 'KNT-501AA' });
  const { cursor } = await changesFor(officer, 'nothing yet');
  const change = async (times: number) => {
    await asOwner(
      app,
      `insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on)
       select record_type, record_id, change, organisation, zone, demo, made_on
       from (select * from outbox where record_id = $1 and change = 'made' limit 1) as made,
         generate_series(1, $2::integer)`,
      [_id, times],
    );
    return changesFor(officer, cursor);
  };
  expect(await change(1_000)).toMatchObject({ whole: false, bookings: { id: [_id] } });
  expect((await change(1)).whole).toBe(true);
});

test('it is for those who book, and noted as a look-up with its number of rows', async () => {
  for (const client of [await makePerson(app, 'observer'), asGuest(app.url)])
    expect((await client.call(readKnownPlates)).status).toBe(403);
  const { id, email } = await makeAccount(app.db, 'booking officer', {
    state: 'Kaduna',
    zone: 'Zaria',
  });
  const read = await platesFor(await signedIn(app.url, email));
  const noted = () => app.db.selectFrom('lookups').selectAll().where('user_id', '=', id).execute();
  await until('it is noted', async () => (await noted()).length > 0);
  expect(await noted()).toMatchObject([
    { kind: 'plates', rows: read.bookings.id.length, digest: null, record_id: null },
  ]);
});
