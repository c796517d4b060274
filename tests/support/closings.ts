import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { Organisation } from '#contract/places.ts';
import type { Report } from '#contract/reports.ts';
import type { TestApp } from './test-app.ts';

/** A closing of one day of F&A, of Kaduna by default, that somebody has proposed; answers its id. */
export async function aProposedClosing(
  { db }: Pick<TestApp, 'db'>,
  {
    by,
    day = '2022-05-01',
    organisation = 'Kaduna',
    zone = null,
  }: { by: string; day?: string; organisation?: Organisation; zone?: string | null },
): Promise<string> {
  const id = ulid();
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
  await db
    .insertInto('report_closings')
    .values({
      id,
      kind: report.kind,
      organisation,
      zone,
      from_day: day,
      to_day: day,
      demo: false,
      version: 1,
      reason: '',
      number: report.number,
      data,
      state: 'waiting',
      proposed_by: by,
      sha256: createHash('sha256').update(data).digest('hex'),
    })
    .execute();
  return id;
}
