import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportBookings, listBookings } from '#contract/bookings.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { storeOffences } from '#tests/support/series.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Client;
let head: Client;
let hauwa: string;
let elsewhere: string;

beforeAll(async () => {
  app = await startTestApp();
  const named = async (first: string, last: string, zone?: string) => {
    const { id } = await makeAccount(app.db, 'booking officer', { ...(zone && { zone }) });
    const words = [id, first, last];
    await asOwner(app, 'update users set first_name = $2, last_name = $3 where id = $1', words);
    return id;
  };
  hauwa = await named('Hauwa', 'Gambo');
  elsewhere = await named('Hauwa', 'Elsewhere', 'Kaduna North');
  const account = await makeAccount(app.db, 'state admin');
  admin = await signedIn(app.url, account.email);
  head = await signedIn(
    app.url,
    (await makeAccount(app.db, 'zonal head', { zone: 'Zaria' })).email,
  );
});
afterAll(() => app.stop());

const store = async (name: string, location = 'Kasuwa', by = hauwa) => {
  const id = await storeBooking(app.db, by, { name });
  await asOwner(app, 'update bookings set location = $2 where id = $1', [id, location]);
  return id;
};
const found = async (_searchname: string, more: Record<string, string> = {}, by = admin) => {
  const { data } = await by.ok(listBookings, { query: { _searchname, ...more } });
  return data.map(({ _id }) => _id).toSorted();
};

test('a booking is found by its street, also with the name of its driver', async () => {
  const id = await store('Tanko Zubairu', 'Ọ̀bafemi Awolowo Way, Sabo');
  expect(await found('obafemi awolowo')).toEqual([id]);
  expect(await found('zubairu awolowo')).toEqual([id]);
  expect(await found('awolowo', { _boolpaid: 'false' })).toEqual([id]);
  expect(await found('awolowo', { bookedBy: hauwa })).toEqual([id]);
});

test('who is called as a street is found without what was booked in that street', async () => {
  const driver = await store('Akilu Ringim');
  const inStreet = await store('Sule Dogo', 'Ali Akilu Road');
  expect(await found('akilu')).toEqual([driver]);
  expect(await found('akilu road')).toEqual([inStreet]);
});

test('where nothing else is found, the words are those of an offence or an officer', async () => {
  const id = await store('Plain Person');
  await storeOffences(app.db, id, ['LGC-16']);
  expect(await found('LGC-16')).toEqual([id]);
  expect(await found('lgc 16')).toEqual([id]);
  const officers = await found('hauwa gambo');
  expect(officers).toContain(id);
  expect(await found('Gambo', { _boolpaid: 'false' })).toEqual(officers);
  const driver = await store('Gambo Musa');
  expect(await found('gambo')).toEqual([driver]);
  expect(await found('gambo', { bookedBy: hauwa })).toEqual([driver]);
});

test('an officer of another zone is no word for a zonal head', async () => {
  const id = await store('Someone', 'Kasuwa', elsewhere);
  expect(await found('elsewhere')).toEqual([id]);
  await asOwner(app, `update bookings set zone = 'Zaria' where id = $1`, [id]);
  expect(await found('someone', {}, head)).toEqual([id]);
  expect(await found('elsewhere', {}, head)).toEqual([]);
});

test('a file holds what the list holds', async () => {
  const id = await store('Filed Person', 'Tudun Wada Road');
  const query = { _searchname: 'tudun wada', format: 'csv' } as const;
  expect(await admin.ok(exportBookings, { query })).toContain('Filed Person');
  expect(await found('tudun wada')).toEqual([id]);
});

test('a street that is put right takes the place of the former one', async () => {
  const id = await store('Moved Person', 'Former Street');
  await asOwner(app, `update bookings set location = 'Later Street' where id = $1`, [id]);
  expect(await found('former street')).toEqual([]);
  expect(await found('later street')).toEqual([id]);
  const { rows } = await sql<{ same: boolean }>`
    select bool_and(known.text = search_text_of(bookings)) as same
    from booking_search as known join bookings on id = booking_id`.execute(app.db);
  expect(rows).toEqual([{ same: true }]);
});
