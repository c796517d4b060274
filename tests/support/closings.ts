import { createHash } from 'node:crypto';
import type { Report } from '#contract/modules/reports/reports.ts';
import type { Organisation } from '#contract/places.ts';
import { aProposal } from './proposals.ts';
import type { TestApp } from './test-app.ts';

/** A closing of one day of F&A, of Kaduna by default, that somebody has proposed; answers its id. */
export async function aProposedClosing(
  app: Pick<TestApp, 'db'>,
  {
    by,
    day = '2022-05-01',
    organisation = 'Kaduna',
    zone = null,
  }: { by: string; day?: string; organisation?: Organisation; zone?: string | null },
): Promise<string> {
  const report: Report = {
    kind: 'f-and-a',
    number: 'FA-0123456789',
    place: `all zones, ${organisation}`,
    days: { from: day, to: day },
    tables: [],
    checks: [],
    notes: [],
    madeBy: 'Amina Yero',
    asAt: '2022-05-02T06:00:00.000Z',
  };
  const data = Buffer.from(JSON.stringify(report));
  const id = await aProposal(app, {
    kind: 'closing',
    organisation,
    zone,
    subject: ['f-and-a', day, day, ...(zone === null ? [] : [zone])].join(' '),
    body: { report: 'f-and-a', from: day, to: day, version: 1 },
    reason: '',
    by,
  });
  await app.db
    .insertInto('report_closings')
    .values({
      id,
      number: report.number,
      data,
      sha256: createHash('sha256').update(data).digest('hex'),
    })
    .execute();
  return id;
}
