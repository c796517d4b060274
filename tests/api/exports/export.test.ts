import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { exportBookings, listBookings } from '#contract/bookings.ts';
import { exportCollisions } from '#contract/collisions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Caller } from '#server/http/caller.ts';
import { exportList } from '#server/lists/commands.ts';
import { refusalOf, type Session } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { askFile, exportedRows } from '#tests/support/exported.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { readCsv, zipEntry } from '#tests/support/spreadsheets.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { officer } from '../../rules/served.ts';

type Query = Record<string, string>;

let app: TestApp;
let officerId: string;
let admin: Person;
let zaria: Person;

beforeAll(async () => {
  app = await startTestApp();
  officerId = (await makeAccount(app.db, 'booking officer')).id;
  admin = await makePerson(app, 'state admin');
  zaria = await makePerson(app, 'observer', { zone: 'Zaria' });
});
afterAll(() => app.stop());

const store = (changes: Parameters<typeof storeBooking>[2]) =>
  storeBooking(app.db, officerId, changes);

const ask = (endpoint: Endpoint, query: Query, session: Session = admin) =>
  askFile(app, session, endpoint, query);
const rowsOf = (query: Query, session: Session = admin, endpoint: Endpoint = exportBookings) =>
  exportedRows(app, session, endpoint, query);

describe('a CSV file', () => {
  test('holds what the list shows on all of its pages, in its order', async () => {
    for (let number = 10; number < 35; number += 1)
      await store({ name: `Paged ${number}`, price_kobo: (number % 7) * 100_000 });
    const query = { _searchname: 'Paged', min: '2000', sort: '-price' };
    const { data } = await admin.ok(listBookings, { query: { ...query, limit: '100' } });
    const rows = await rowsOf(query);
    expect(rows.map((row) => row['Driver Name'])).toEqual(data.map(({ name }) => name));
    expect(rows.map((row) => row['Amount (naira)'])).toEqual(data.map(({ price }) => `${price}`));
    expect(rows.length).toBeGreaterThan(10);
  });

  // Signs between single letters may be those of a plate, and one letter has no index.
  test.each(['o-be k', 'q'])('holds what the list finds for “%s”', async (_searchname) => {
    await store({ name: 'Mo-Be Kq', registration: 'ZZZ-111ZZ' });
    const { data } = await admin.ok(listBookings, { query: { _searchname, limit: '100' } });
    expect(data.map(({ name }) => name)).toContain('Mo-Be Kq');
    const rows = await rowsOf({ _searchname });
    expect(rows.map((row) => row['Driver Name'])).toEqual(data.map(({ name }) => name));
  });

  test('tells times in Lagos, states in words and amounts as numbers', async () => {
    const id = await store({ name: 'Spelt Out', created_at: new Date('2025-01-31T23:30:00Z') });
    await markPaid(app.db, id);
    const [row] = await rowsOf({ _searchname: 'Spelt Out' });
    expect(row).toMatchObject({
      Reference: id.slice(10),
      Date: '2025-02-01 00:30',
      Received: '2025-02-01 00:30',
      Status: 'Ticket Paid',
      Zone: 'Zaria',
      'Amount (naira)': '12000',
      'Booked By': 'Amina Sule',
    });
  });

  test('tells when a booking was made, and beside it when it arrived', async () => {
    const created_at = new Date('2025-02-01T06:02:00Z');
    await store({ name: 'Night Shift', created_at, made_at: new Date('2025-01-31T20:46:00Z') });
    const [row] = await rowsOf({ _searchname: 'Night Shift' });
    expect(row).toMatchObject({ Date: '2025-01-31 21:46', Received: '2025-02-01 07:02' });
  });

  test('is UTF-8 that Excel knows as such, saved under a name that says what it is', async () => {
    await store({ name: 'Ọláolúwa Àjàyí' });
    const response = await ask(exportBookings, { format: 'csv', _boolpaid: 'false' });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="unpaid-bookings-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString('utf8')).toContain('Ọláolúwa Àjàyí');
  });

  test.each([
    '=1+1',
    '+234 803',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '＝1+1',
    ' =1+1',
    '\u00a0=1+1',
    ' \t @SUM(A1)',
    '  ＋1',
    '=HYPERLINK("http://x","y")',
  ])('holds no formula where a booking says %j', async (location) => {
    const name = `Formula ${Buffer.from(location).toString('hex')}`;
    await store({ name, location });
    const [row] = await rowsOf({ _searchname: name });
    expect(row?.['Location']).toBe(`'${location}`);
  });

  test('keeps commas, quotes, semicolons and line breaks inside their cell', async () => {
    const location = 'a, "b";\r\n=c;+d';
    await store({ name: 'Punctuated', location });
    const rows = await rowsOf({ _searchname: 'Punctuated' });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.['Location']).toBe(location);
    const text = await (
      await ask(exportBookings, { format: 'csv', _searchname: 'Punctuated' })
    ).text();
    expect(text).toContain('"a, ""b"";\r\n=c;+d"');
  });

  test('of nothing is a line of names', async () => {
    const response = await ask(exportBookings, { format: 'csv', _searchname: 'nobody at all' });
    expect(readCsv(await response.text())).toHaveLength(1);
  });
});

describe('an Excel file', () => {
  test('holds text as text, amounts as numbers and times as times, and filters', async () => {
    const created_at = new Date('2025-01-31T23:30:00Z');
    await store({ name: 'Sheet', location: '=1+1 \uFFFE<&', created_at });
    const response = await ask(exportBookings, { format: 'xlsx', _searchname: 'Sheet' });
    expect(response.headers.get('content-disposition')).toMatch(/filename="bookings-.*\.xlsx"$/);
    const file = Buffer.from(await response.arrayBuffer());
    const sheet = zipEntry(file, 'xl/worksheets/sheet1.xml');
    // A character that XML forbids would keep Excel from opening the file.
    expect(zipEntry(file, 'xl/sharedStrings.xml')).not.toContain('\uFFFE');
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<v>12000</v>');
    expect(sheet).toContain('<autoFilter ref="A1:AC2"/>');
    // 1 February 2025, half an hour after midnight.
    expect(sheet).toMatch(/<v>45689\.0208\d*<\/v>/);
    expect(zipEntry(file, 'xl/sharedStrings.xml')).toContain('=1+1 &lt;&amp;');
  });
});

test('a file of chosen bookings holds these alone, whatever their state', async () => {
  const [paid, unpaid] = [await store({ name: 'Chosen' }), await store({ name: 'Chosen' })];
  await store({ name: 'Chosen' });
  await markPaid(app.db, paid);
  const rows = await rowsOf({ ids: [paid, unpaid].join() });
  expect(rows.map((row) => row['Reference'])).toEqual(
    expect.arrayContaining([paid.slice(10), unpaid.slice(10)]),
  );
  expect(rows).toHaveLength(2);
});

test('a file ends at the scope of who takes it', async () => {
  await store({ zone: 'Zaria', name: 'Scoped here' });
  await store({ zone: 'Chikun', name: 'Scoped there' });
  const named = { _searchname: 'Scoped' };
  expect((await rowsOf(named, zaria)).map((row) => row['Driver Name'])).toEqual(['Scoped here']);
  expect(await rowsOf(named)).toHaveLength(2);
  const beyond = ask(exportBookings, { format: 'csv', zone: 'Chikun' }, zaria);
  expect(await refusalOf(beyond)).toMatchObject({ status: 403, code: 'out_of_scope' });
});

test('the audit trail keeps who took which rows as what, and people read of it', async () => {
  await store({ name: 'Noted in full' });
  const before = (await trailOf(app.db)).at(-1)?.id ?? 0;
  await rowsOf({ _searchname: 'Noted in full', from: '2020-01-01' });
  const written = await trailOf(app.db, { after: before });
  expect(written).toMatchObject([
    {
      event: 'bookings.exported',
      record_type: 'user',
      record_id: admin.id,
      actor_id: admin.id,
      before: null,
      after: {
        format: 'csv',
        rows: 1,
        filters: {
          _searchname: 'Noted in full',
          from: '2020-01-01',
          by: 'made',
          sort: '-createdAt',
        },
      },
    },
  ]);
  const { data } = await admin.ok(listActivities, { query: { limit: '1' } });
  expect(data).toMatchObject([
    {
      event: 'bookings.exported',
      who: 'Amina Sule',
      did: 'exported',
      what: '1 booking',
      detail: 'as a CSV file',
      record: { type: 'user', id: admin.id },
    },
  ]);
});

test('an Excel file is written down once, though making it failed and was begun anew', async () => {
  const before = (await trailOf(app.db)).at(-1)?.id ?? 0;
  const caller: Caller = { ...officer, userId: admin.id, role: 'state admin' };
  const actor = { id: admin.id, role: caller.role, address: '' };
  let begun = 0;
  const take = () =>
    exportList(app.db, actor, caller, {
      event: 'bookings.exported',
      format: 'xlsx',
      filters: {},
      name: 'bookings',
      columns: [{ name: 'Reference', kind: 'text', width: 18 }],
      ids: ['1'],
      rowsOf: () =>
        (begun += 1) === 1
          ? Promise.reject(new Error('The replica is gone.'))
          : Promise.resolve([['1']]),
    });
  await expect(take()).rejects.toThrow('The replica is gone.');
  expect(await take()).toMatchObject({ content: expect.any(Buffer) as unknown });
  expect(await trailOf(app.db, { after: before })).toHaveLength(1);
});

test('collisions are exported like bookings, with every plate and no statement', async () => {
  await recorded(admin, {
    location: '=Export roundabout',
    desc: 'Two cars',
    witness: [{ type: 'driver', name: 'Sani', statement: 'I saw nothing' }],
  });
  const named = { _searchfirstName: 'Export roundabout' };
  const rows = await rowsOf(named, admin, exportCollisions);
  expect(rows).toMatchObject([
    {
      Location: "'=Export roundabout",
      Vehicles: '2',
      Fatalities: '0',
      'Plate Numbers': 'ABC-123DE; KJA-482FG',
      Drivers: 'Musa Danladi; Ngozi Umeh',
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain('I saw nothing');
  const file = await ask(exportCollisions, { format: 'xlsx', ...named });
  expect(file.headers.get('content-disposition')).toMatch(/filename="collisions-.*\.xlsx"$/);
  expect(await rowsOf(named, zaria, exportCollisions)).toHaveLength(1);
});

test.each([
  {},
  { format: 'pdf' },
  { format: 'csv', page: '2' },
  { format: 'csv', min: '5', max: '4' },
])('an export of %j is a 400', async (query) => {
  for (const endpoint of [exportBookings, exportCollisions])
    expect(await refusalOf(ask(endpoint, query))).toMatchObject({ status: 400 });
});
