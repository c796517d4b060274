import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportBookings } from '#contract/bookings.ts';
import { refusalOf } from '#tests/support/client.ts';
import { askFile, exportedRows } from '#tests/support/exported.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { addFigures } from '#tests/support/made-up-figures.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { readCsv } from '#tests/support/spreadsheets.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let ogun: Person;

beforeAll(async () => {
  app = await startTestApp();
  ogun = await makePerson(app, 'state admin', { state: 'Ogun' });
  const booking = { organisation: 'Ogun', zone: 'Sagamu', name: 'Long' };
  await multiply(await storeBooking(app.db, ogun.id, booking), 20_000);
});
afterAll(() => app.stop());

test('a long list is written to its end, each row once', async () => {
  const rows = await exportedRows(app, ogun, exportBookings, { zone: 'Ifo' });
  expect(new Set(rows.map((row) => row['Reference'])).size).toBe(1_250);
  expect(rows).toHaveLength(1_250);
});

test('a file holds what was in the list when it was asked for, whatever becomes of it meanwhile', async () => {
  const zone = { format: 'csv', zone: 'Ifo', _boolpaid: 'false' };
  const answer = await askFile(app, ogun, exportBookings, zone);
  const oldest = `00${String(16).padStart(24, '0')}`;
  await markPaid(app.db, oldest);
  await storeBooking(app.db, ogun.id, { organisation: 'Ogun', zone: 'Ifo' });
  const [, ...rows] = readCsv(await answer.text());
  expect(new Set(rows.map(([reference]) => reference)).size).toBe(1_250);
  expect(rows).toHaveLength(1_250);
  expect(await exportedRows(app, ogun, exportBookings, zone)).toHaveLength(1_250);
});

test('a longer list than its file holds is a 400 and nothing is written down', async () => {
  const before = (await trailOf(app.db)).length;
  expect(await refusalOf(askFile(app, ogun, exportBookings, { format: 'xlsx' }))).toEqual({
    success: false,
    status: 400,
    code: 'too_long',
    error:
      'An Excel file can have at most 20,000 rows, and a CSV file 1,000,000. Narrow the list, or select CSV.',
  });
  expect(await trailOf(app.db)).toHaveLength(before);
});

test('beyond 50,000 rows, a list is only written in the order of time', async () => {
  // As figures know it: nothing is looked at that could be too long.
  const place = { organisation: 'Ogun', zone: 'Ota', day: '2025-01-01' };
  await addFigures(app, { ...place, issued: 50_001 });
  const zone = { format: 'csv', zone: 'Ota', _boolpaid: 'false' };
  expect(
    await refusalOf(askFile(app, ogun, exportBookings, { ...zone, sort: 'name' })),
  ).toMatchObject({
    status: 400,
    error: 'A file can have at most 50,000 rows. Narrow the list first.',
  });
  expect(await exportedRows(app, ogun, exportBookings, zone)).toEqual([]);
});

/** Copies a booking this many times under new ids, every sixteenth into another zone. */
async function multiply(id: string, times: number): Promise<void> {
  const columns = await asOwner(
    app,
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = 'bookings' and is_nullable = 'NO'
       and is_generated = 'NEVER' and column_default is null`,
  );
  const names = columns.map(({ name }) => String(name));
  const values: Readonly<Record<string, string>> = {
    id: `'00' || lpad(n::text, 24, '0')`,
    zone: `case when n % 16 = 0 then 'Ifo' else zone end`,
  };
  await asOwner(
    app,
    `insert into bookings (${names.join()}) select ${names.map((name) => values[name] ?? name).join()}
     from bookings, generate_series(1, $2::integer) as n where id = $1`,
    [id, times],
  );
}
