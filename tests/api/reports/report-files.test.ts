import { sql } from 'kysely';
import readXlsxFile from 'read-excel-file/universal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  exportLedger,
  exportReport,
  readReport,
  type Report,
  reportKinds,
} from '#contract/modules/reports/reports.ts';
import { type Client, openSession, type Session, signedIn } from '#tests/support/client.ts';
import { askFile, exportedRows } from '#tests/support/exported.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { historyPeople, storeHistory } from '#tests/support/histories.ts';
import { trailOf } from '#tests/support/journey.ts';
import { storeHistories, tableIn, totalOf } from '#tests/support/report-histories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Session & { id: string };
let zonal: Client;

beforeAll(async () => {
  app = await startTestApp();
  // The sweep of every five minutes would find that some of these old bookings' bills are late.
  await sql`delete from pgboss.schedule`.execute(app.db);
  const account = await makeAccount(app.db, 'state admin');
  admin = { ...(await openSession(app.url, account.email)), id: account.id };
  const inZaria = await makeAccount(app.db, 'state admin', { zone: 'Zaria' });
  zonal = await signedIn(app.url, inZaria.email);
  await storeHistories(app, 40);
});
afterAll(() => app.stop());

const read = async (query: Readonly<Record<string, string>>): Promise<Report> =>
  (await admin.client.ok(readReport, { query })).data;

test('a workbook has real numbers, days and moments, which another library reads', async () => {
  const days = { from: '2023-01-01', to: '2023-01-31' };
  const query = { kind: 'e', ...days, format: 'xlsx' };
  const answer = await askFile(app, admin, exportReport, query);
  expect(answer.status).toBe(200);
  const sheets = await readXlsxFile(await answer.arrayBuffer());
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'By gateway',
    'By day',
    'Net after refunds',
    'Refunds by day',
    'The payments',
    'About',
  ]);
  const shown = await read({ kind: 'e', ...days });
  const [, first] = sheets[1]?.data ?? [];
  expect(first?.[0]).toBeInstanceOf(Date);
  const payments = sheets[4]?.data.slice(1) ?? [];
  expect(payments[0]?.[0]).toBeInstanceOf(Date);
  const sum = payments.reduce((all, row) => all + Number(row.at(-1)) * 100, 0);
  expect(Math.round(sum) / 100).toBe(totalOf(tableIn(shown, 'By day'))['Amount']);
  expect(sheets[5]?.data).toContainEqual(['Number', shown.number]);
});

test('a report has one number, whether on the screen or in a file with more of its rows', async () => {
  const { officers } = await historyPeople(app.db);
  const day = '2024-06-03';
  for (let count = 0; count < 103; count += 1)
    await storeHistory(app.db, officers[0] ?? '', {
      lines: [{ code: '12020501', naira: 5_000 }],
      odd: 0,
      billed: true,
      withdrawnBy: null,
      made: `${day}T10:00:00Z`,
      paid: `${day}T12:00:00Z`,
      cleared: false,
    });
  const query = { kind: 'e', from: day, to: day };
  const shown = await read(query);
  const { rows, of } = tableIn(shown, 'The payments');
  expect([rows.length, of]).toEqual([100, 103]);
  const answer = await askFile(app, admin, exportReport, { ...query, format: 'xlsx' });
  const sheets = await readXlsxFile(await answer.arrayBuffer());
  expect(sheets[4]?.data).toHaveLength(104);
  expect(sheets[5]?.data).toContainEqual(['Number', shown.number]);

  // A row that only the file has is part of the number.
  expect((await read(query)).number).toBe(shown.number);
  const last = String(sheets[4]?.data.at(-1)?.[3]);
  await asOwner(
    app,
    `alter table payments disable trigger user;
     update payments set receipt = '99' || receipt where receipt = '${last}';
     alter table payments enable trigger user`,
  );
  expect((await read(query)).number).not.toBe(shown.number);
});

test('the ledger file balances each day, and is F&A of these days to the kobo', async () => {
  const days = { from: '2022-12-20', to: '2023-05-31' };
  const rows = await exportedRows(app, admin, exportLedger, days, {});
  const kobo = (text = '') => Math.round(Number(text || 0) * 100);
  for (const day of new Set(rows.map((row) => row['Date']))) {
    const lines = rows.filter((row) => row['Date'] === day);
    const sum = (side: string) => lines.reduce((all, row) => all + kobo(row[side]), 0);
    expect(sum('Debit'), day).toBe(sum('Credit'));
  }
  const { rows: heads } = tableIn(await read({ kind: 'f-and-a', ...days }), 'By revenue head');
  expect(heads.length).toBeGreaterThan(1);
  for (const { cells } of heads) {
    const credits = rows.filter((row) => row['Account'] === cells[0]);
    expect(credits.reduce((all, row) => all + kobo(row['Credit']), 0)).toBe(kobo(`${cells[4]}`));
  }
  expect(await zonal.call(exportLedger, { query: days })).toMatchObject({ status: 403 });
});

test('a report as PDF is tagged, and the trail has who took it with its number', async () => {
  const before = (await trailOf(app.db)).at(-1)?.id ?? 0;
  for (const kind of reportKinds) {
    const own = kind === 'cross' && { rows: 'zone', columns: 'week', measure: 'issued' };
    const query = { kind, ...own, from: '2023-01-01', to: '2023-01-31', format: 'pdf' };
    const answer = await askFile(app, admin, exportReport, query);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const file = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(file.slice(0, 5), kind).toBe('%PDF-');
    expect(file).toContain('/Marked true');
  }
  const taken = await trailOf(app.db, { after: before });
  const number: unknown = expect.stringMatching(/^[A-Z]+-[0-9A-F]{10}$/);
  expect(taken).toMatchObject(
    reportKinds.map((kind) => ({
      event: 'report.exported',
      record_id: admin.id,
      after: { format: 'pdf', number, filters: { kind } },
    })),
  );
});
