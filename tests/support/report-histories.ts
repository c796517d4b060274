import fc from 'fast-check';
import type { ReportCell, Report, ReportTable } from '#contract/modules/reports/reports.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { draws } from './draws.ts';
import { historyPeople, historyPlaces, storeHistory } from './histories.ts';
import type { TestApp } from './test-app.ts';

const histories = fc.record({
  officer: fc.nat(2),
  place: fc.constantFrom(...historyPlaces),
  // Some in the hour in which Lagos has another day, month or year than UTC.
  made: fc
    .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 40, max: 47 }))
    .map(([day, half]) => new Date(Date.UTC(2022, 11, 20) + (day * 48 + half) * 1_800_000)),
  lateBy: fc.constantFrom(0, 0, 1, 30),
  paidAfter: fc.integer({ min: 0, max: 60 }),
  fate: fc.constantFrom('new', 'billed', 'paid', 'cleared', 'withdrawn'),
  lines: fc.array(
    fc.record({
      code: fc.constantFrom('12020501', '12020502', '12020503'),
      // A quarter of a naira is exact in binary.
      naira: fc.integer({ min: 1, max: 40_000 }).map((quarters) => quarters / 4),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  fold: fc.boolean(),
});
type Random = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const after = (at: Date, days: number) => new Date(at.getTime() + days * 86_400_000);

async function store(
  { db }: Pick<TestApp, 'db'>,
  { officers, superiorId }: Awaited<ReturnType<typeof historyPeople>>,
  { officer, place, made, lateBy, paidAfter, fate, lines }: Random,
) {
  const isPaid = fate === 'paid' || fate === 'cleared';
  await storeHistory(db, officers[officer] ?? '', {
    lines,
    odd: 0,
    made: made.toISOString(),
    billed: isPaid || fate === 'billed',
    paid: isPaid ? after(made, paidAfter).toISOString() : null,
    cleared: fate === 'cleared',
    withdrawnBy: null,
    changes: {
      ...place,
      ...(lateBy > 0 && { made_at: after(made, -lateBy) }),
      ...(fate === 'withdrawn' && {
        withdrawn_at: after(made, paidAfter),
        withdrawn_by: superiorId,
        withdrawn_reason: 'Booked twice.',
      }),
    },
  });
}

/** Stores random bookings of some three months, folded now and then. */
export async function storeHistories(app: Pick<TestApp, 'db'>, number: number): Promise<void> {
  const people = await historyPeople(app.db);
  for (const one of fc.sample(histories, draws(number, 41))) {
    await store(app, people, one);
    if (one.fold) await foldFigures(app.db, 1);
  }
}

export const tableIn = (report: Report, title: string): ReportTable => {
  const found = report.tables.find((table) => table.title === title);
  if (!found) throw new Error(`The report has no table ${title}.`);
  return found;
};

/** The cells of a table's total, by the names of its columns. */
export function totalOf({ columns, total }: ReportTable): Record<string, ReportCell> {
  const cells = columns.map(({ name }, index) => [name, total?.cells[index] ?? null] as const);
  return Object.fromEntries<ReportCell>(cells);
}
