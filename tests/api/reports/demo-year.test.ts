import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { demoPassword } from '#contract/demo.ts';
import { exportLedger } from '#contract/modules/reports/reports.ts';
import { movedBy } from '#contract/periods.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { dayOf } from '#server/time.ts';
import { openSession } from '#tests/support/client.ts';
import { exportedRows } from '#tests/support/exported.ts';
import { foldAll } from '#tests/support/folding.ts';
import { expectAgreement } from '#tests/support/report-agreement.ts';
import { tableIn, totalOf } from '#tests/support/report-histories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  // No sweep asks for bills while reports are compared.
  await sql`delete from pgboss.schedule`.execute(app.db);
  await seedDemo(app.db, new Date());
  await foldAll(app.db);
});
afterAll(() => app.stop());

test('a year of the demo adds up in all reports, the lists, reconciliation and the ledger file, to the kobo', async () => {
  const to = movedBy(dayOf(new Date()), -1);
  const days = { from: movedBy(to, -364), to };
  for (const role of ['state-admin', 'zonal-head']) {
    const session = await openSession(app.url, `${role}@hanya.test`, demoPassword);
    const { client } = session;
    const reports = await expectAgreement(client, days, role);
    const issued = Number(totalOf(tableIn(reports['b-and-p'], 'By offence'))['Booked']);
    expect(issued).toBeGreaterThan(0);
    const listed = async (more: Record<string, string>) =>
      (await client.ok(listBookings, { query: { ...days, limit: '1', ...more } })).total;
    const [happened] = reports.standard.tables;
    expect(await listed({})).toBe(happened && totalOf(happened)['Issued']);
    expect(await listed({ by: 'paid' })).toBe(happened && totalOf(happened)['Received']);
    if (role === 'zonal-head') continue;
    const ledger = await exportedRows(app, session, exportLedger, days, {});
    const kobo = (text = '') => Math.round(Number(text || 0) * 100);
    const { rows: heads } = tableIn(reports['f-and-a'], 'By revenue head');
    expect(heads.length).toBeGreaterThan(5);
    for (const { cells } of heads) {
      const credits = ledger.filter((row) => row['Account'] === cells[0]);
      expect(credits.reduce((all, row) => all + kobo(row['Credit']), 0)).toBe(kobo(`${cells[4]}`));
    }
  }
});
