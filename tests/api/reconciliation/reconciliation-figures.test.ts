import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  reconciledBy,
  type ReconciledBy,
  type Totals,
} from '#contract/modules/money/reconciliation.ts';
import type { Database } from '#server/db/database.ts';
import { foldFigures } from '#server/figures/figures.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { reconcile } from '#server/modules/money/reconciliation/queries.ts';
import { draws } from '#tests/support/draws.ts';
import { historyPeople, historyPlaces, storeHistory } from '#tests/support/histories.ts';
import { recounted } from '#tests/support/reconciled-rows.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officers: string[];
let superiorId: string;

beforeAll(async () => {
  app = await startTestApp();
  // The sweep of every five minutes would find that some of these old bookings' bills are late.
  await sql`delete from pgboss.schedule`.execute(app.db);
  ({ officers, superiorId } = await historyPeople(app.db));
});
afterAll(() => app.stop());

const scopes: readonly Scope[] = [
  { organisation: null, zone: null, demo: 'included' },
  { organisation: 'Kaduna', zone: null, demo: 'excluded' },
  { organisation: 'Kaduna', zone: 'Chikun', demo: 'excluded' },
];
const stretches = [
  { from: '2023-01-31', to: '2023-03-01' },
  { from: '2022-12-25', to: '2023-12-20' },
  { from: '2023-02-01', to: '2023-02-28' },
  { from: '2023-02-03', to: '2023-02-20' },
  { from: '2023-01-20', to: '2023-02-10' },
];

const moment = fc
  .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 40, max: 47 }))
  // Some in the hour in which Lagos has another day, month or year than UTC.
  .map(([day, half]) => new Date(Date.UTC(2022, 11, 20) + (day * 48 + half) * 1_800_000));
const histories = fc.record({
  officer: fc.nat(2),
  place: fc.constantFrom(...historyPlaces),
  demo: fc.boolean(),
  made: moment,
  paidAfter: fc.integer({ min: 0, max: 40 }),
  fate: fc.constantFrom('new', 'billed', 'paid', 'cleared', 'withdrawn'),
  lines: fc.array(
    fc.record({
      code: fc.constantFrom('12020501', '12020502', '12020503'),
      naira: fc.integer({ min: 1, max: 9 }).map((thousands) => thousands * 1_000),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  odd: fc.constantFrom(0, 0, 0, 1, 2),
  fold: fc.boolean(),
});
type Random = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const store = ({ officer, place, demo, made, paidAfter, fate, lines, odd }: Random) => {
  const isPaid = fate === 'paid' || fate === 'cleared';
  const paid = new Date(made.getTime() + paidAfter * 86_400_000).toISOString();
  return storeHistory(app.db, officers[officer] ?? '', {
    lines,
    odd,
    made: made.toISOString(),
    billed: isPaid || fate === 'billed',
    paid: isPaid ? paid : null,
    cleared: fate === 'cleared',
    withdrawnBy: fate === 'withdrawn' ? superiorId : null,
    changes: { ...place, demo },
  });
};

const callerIn = (scope: Scope): Caller => ({
  userId: superiorId,
  sessionId: null,
  role: 'state admin',
  name: 'Amina Sule',
  state: 'Kaduna',
  scope,
  demo: false,
  lacksFactor: false,
});

const figuresOf = (totals: Totals): number[] =>
  (
    ['issued', 'billed', 'paid', 'cleared', 'withdrawn', 'outstanding', 'received'] as const
  ).flatMap((name) => [totals[name].count, totals[name].amount * 100]);

interface Asked {
  readonly by: ReconciledBy;
  readonly scope: Scope;
  readonly from: string;
  readonly to: string;
}

async function expectRecounted(db: Database, { by, scope, from, to }: Asked): Promise<void> {
  const said = await reconcile(db, callerIn(scope), { by, from, to });
  if (said instanceof Refusal) throw new Error(said.error);
  const rows = await recounted(db, { by, scope, from, to });
  const what = JSON.stringify({ by, scope, from, to });
  const total = rows.find(({ key }) => key === null);
  expect(figuresOf(said.total), what).toEqual(total?.figures);
  const wanted = rows.filter(({ key }) => key !== null);
  expect(new Map(said.rows.map((row) => [row.key, figuresOf(row)])), what).toEqual(
    new Map(wanted.map(({ key, figures }) => [key, figures])),
  );
  expect(new Map(said.rows.map((row) => [row.key, row.exceptions])), what).toEqual(
    new Map(wanted.map(({ key, exceptions }) => [key, exceptions])),
  );
  if (by !== 'head') {
    expect(said.total.exceptions, what).toBe(total?.exceptions);
    return;
  }
  expect(new Map(said.rows.map((row) => [row.key, [row.detail, row.filter?.offence]]))).toEqual(
    new Map(wanted.map(({ key, name, offence }) => [key, [name, offence]])),
  );
}

async function expectAll(db: Database): Promise<void> {
  for (const scope of scopes)
    for (const by of reconciledBy)
      for (const days of stretches) await expectRecounted(db, { by, scope, ...days });
}

test('a reconciliation says what the records say one by one, folded or not', async () => {
  for (const one of fc.sample(histories, draws(72, 13))) {
    await store(one);
    if (one.fold) await foldFigures(app.db, 1);
  }
  await expectAll(app.db);
  while ((await foldFigures(app.db, 1)) > 0);
  await expectAll(app.db);
});
