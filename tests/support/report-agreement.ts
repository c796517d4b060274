import { expect } from 'vitest';
import { readReconciliation } from '#contract/modules/money/reconciliation.ts';
import {
  holds,
  readReport,
  type Report,
  type ReportKind,
  reportKinds,
} from '#contract/modules/reports/reports.ts';
import type { Client } from './client.ts';
import { tableIn, totalOf } from './report-histories.ts';

const byZone = { rows: 'zone', columns: 'month', measure: 'issued-naira' };

/** Adds all reports up against each other and against reconciliation; answers them by their kind. */
export async function expectAgreement(
  client: Client,
  query: Readonly<Record<string, string>>,
  what: string,
): Promise<Record<ReportKind, Report>> {
  const read = async (kind: ReportKind) => {
    const asked = { kind, ...query, ...(kind === 'cross' && byZone) };
    return [kind, (await client.ok(readReport, { query: asked })).data] as const;
  };
  const all = await Promise.all(reportKinds.map(read));
  for (const [kind, { checks }] of all) {
    expect(checks.length).toBeGreaterThan(0);
    expect(
      checks.filter((check) => !holds(check)),
      `${kind} of ${what}`,
    ).toEqual([]);
  }
  const reports = Object.fromEntries(all) as Record<ReportKind, Report>;
  const { standard, cross, unp, snapshot } = reports;
  const { total } = (await client.ok(readReconciliation, { query })).data;
  const [happened] = standard.tables;
  if (!happened) throw new Error('Nothing happened.');
  expect(totalOf(happened), what).toMatchObject({
    Issued: total.issued.count,
    'Issued (₦)': total.issued.amount,
    Received: total.received.count,
    'Received (₦)': total.received.amount,
  });
  const finance = reports['f-and-a'];
  expect(totalOf(tableIn(finance, 'By day'))['Amount'], what).toBe(total.received.amount);
  expect(totalOf(tableIn(finance, 'By revenue head'))['Gross']).toBe(total.received.amount);
  expect(cross.tables[0]?.total?.cells.at(-1), what).toBe(total.issued.amount);
  expect(tableIn(reports.e, 'The payments').of, what).toBe(total.received.count);
  expect(totalOf(tableIn(reports['b-and-p'], 'By offence')), what).toMatchObject({
    Amount: total.issued.amount,
    'Paid (₦)': total.paid.amount,
  });
  const ages = totalOf(tableIn(unp, 'By days since the due date'));
  const stands = totalOf(tableIn(snapshot, 'Bookings and collisions by zone'));
  expect([stands['Unpaid'], stands['Unpaid (₦)']]).toEqual([ages['Bookings'], ages['Amount']]);
  expect(tableIn(unp, 'Bookings, longest overdue first').of).toBe(ages['Bookings']);
  return reports;
}
