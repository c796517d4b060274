import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearVehicle, listBookings, withdrawBooking } from '#contract/bookings.ts';
import type { Database } from '#server/db/database.ts';
import { listBookingsOf } from '#server/features/bookings/list/list.ts';
import { keepWireRows, type Version, versionOf } from '#server/features/bookings/list/wire-rows.ts';
import { bookingById } from '#server/features/bookings/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { keepCounters } from '#server/lists/kept-counters.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
  admin = await signedIn(app.url, (await makeAccount(app.db, 'state admin')).email);
});
afterAll(() => app.stop());

/** A database without a row in it. */
const empty: Database = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

async function versionNow(id: string): Promise<Version> {
  const row = await app.db
    .selectFrom('bookings')
    .select(versionOf('bookings').as('version'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.version;
}

test('a list tells what has become of a booking, also when it has shown it before', async () => {
  const seen = async (id: string) => {
    for (let time = 0; time < 2; time += 1) {
      const { data } = await admin.ok(listBookings, { query: { ids: id } });
      expect(data).toEqual([await bookingById(app.db, id)]);
    }
  };
  // Without jobs, which would make the bills at a moment of their own.
  const { id: officerId } = await makeAccount(app.db, 'booking officer');
  const made = await storeBooking(app.db, officerId);
  const other = await storeBooking(app.db, officerId);
  await seen(made);
  for (const id of [made, other])
    await app.owner
      .updateTable('bookings')
      .set({ bill_ref: `BILL-${id}`, bill_gateway: 'sandbox' })
      .where('id', '=', id)
      .execute();
  await seen(made);
  await markPaid(app.db, made);
  await seen(made);
  await officer.ok(clearVehicle, { params: { id: made }, body: { completed: true } });
  await seen(made);
  await seen(other);
  const reason = 'Booked twice';
  await admin.ok(withdrawBooking, { params: { id: other }, body: { reason } });
  await seen(other);
});

test('a booking that has its bill is written once for as long as it does not change', async () => {
  const { _id } = await billed(officer, (await booked(officer))._id);
  const wireRows = keepWireRows();
  const version = await versionNow(_id);
  const [row = ''] = (await wireRows(app.db, [version])) ?? [];
  expect(JSON.parse(row)).toEqual(await bookingById(app.db, _id));
  expect(await wireRows(empty, [version])).toEqual([row]);
});

test('a booking whose bill is still to be made is read each time, since its revenue heads may change', async () => {
  const { id } = await makeAccount(app.db, 'booking officer');
  const wireRows = keepWireRows();
  // Without a job that makes its bill.
  const version = await versionNow(await storeBooking(app.db, id));
  expect(await wireRows(app.db, [version])).toHaveLength(1);
  expect(await wireRows(empty, [version])).toBeUndefined();
});

test('rows are answered in the order in which they are asked for, known or not', async () => {
  const made = [await booked(officer), await booked(officer), await booked(officer)];
  for (const { _id } of made) await billed(officer, _id);
  const versions = await Promise.all(made.map(({ _id }) => versionNow(_id)));
  const wireRows = keepWireRows();
  await wireRows(app.db, versions.slice(1, 2));
  const rows = await wireRows(app.db, versions.toReversed());
  const ids = rows?.map((row) => (JSON.parse(row) as { _id: string })._id);
  expect(ids).toEqual(made.map(({ _id }) => _id).toReversed());
});

test('a page whose booking is paid while it is read is found again, without it', async () => {
  const { _id, name } = await booked(officer, { name: 'Paid Meanwhile' });
  const wireRows = keepWireRows();
  let tries = 0;
  const found = await listBookingsOf(
    {
      db: app.db,
      askInTime: keepCounters(),
      async wireRows(db, versions) {
        tries += 1;
        if (tries === 1) await markPaid(app.db, _id);
        return wireRows(db, versions);
      },
    },
    stateAdmin,
    listBookings.query.parse({ _boolpaid: 'false', _searchname: name }),
  );
  expect(found).toMatchObject({ rows: 0 });
  expect(tries).toBe(2);
});

const stateAdmin: Caller = {
  userId: 'somebody',
  sessionId: null,
  role: 'state admin',
  name: 'Some Body',
  state: 'Kaduna',
  scope: { organisation: 'Kaduna', zone: null, demo: 'included' },
  demo: false,
  lacksFactor: false,
};
