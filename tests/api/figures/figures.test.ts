import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Days } from '#contract/list-filters.ts';
import type { Database } from '#server/db/database.ts';
import { type Asked, figuresOf, foldFigures, measures } from '#server/figures/figures.ts';
import { compareFigures } from '#server/figures/verification.ts';
import {
  type CountedRecord,
  countedRecords,
  everyScope,
  rowName,
  type Sums,
  sumsOf,
} from '#tests/support/counted-records.ts';
import { draws } from '#tests/support/draws.ts';
import { asOwner, markPaid } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { historyPeople, historyPlaces, storeHistory } from '#tests/support/histories.ts';
import { until } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officers: string[];
let superiorId: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ officers, superiorId } = await historyPeople(app.db));
});
afterAll(() => app.stop());

const stretches: readonly Days[] = [
  {},
  { from: '2023-01-31', to: '2023-03-01' },
  { from: '2023-02-01', to: '2023-02-28' },
  { from: '2023-02-03', to: '2023-02-20' },
  { from: '2023-01-15' },
];

const histories = fc.record({
  officer: fc.nat(2),
  place: fc.constantFrom(...historyPlaces),
  demo: fc.boolean(),
  // Some in the hour in which Lagos has another day, month or year than UTC.
  made: fc
    .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 40, max: 47 }))
    .map(([day, half]) => new Date(Date.UTC(2022, 11, 20) + (day * 48 + half) * 1_800_000)),
  paidAfter: fc.integer({ min: 0, max: 40 }),
  fate: fc.constantFrom('new', 'billed', 'paid', 'cleared', 'withdrawn'),
  lines: fc.array(
    fc.record({
      code: fc.constantFrom('12020501', '12020502', '12020503'),
      naira: fc.integer({ min: 1, max: 9 }).map((thousands) => thousands * 1_000),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  fold: fc.boolean(),
});
type Random = typeof histories extends fc.Arbitrary<infer T> ? T : never;

async function store({ officer, place, demo, made, paidAfter, fate, lines }: Random) {
  const isPaid = fate === 'paid' || fate === 'cleared';
  const paid = new Date(made.getTime() + paidAfter * 86_400_000).toISOString();
  await sql`insert into collisions (id, body_hash, organisation, zone, demo, created_at, created_by,
      team, location, description, cars, injuries, fatalities, notes)
    values (upper('01ka' || substr(md5(random()::text), 1, 22)), '', ${place.organisation},
      ${place.zone}, ${demo}, ${made.toISOString()}, ${superiorId}, '', '', '', 1, 0, 0, '')`.execute(
    app.db,
  );
  return storeHistory(app.db, officers[officer] ?? '', {
    lines,
    odd: 0,
    made: made.toISOString(),
    billed: isPaid || fate === 'billed',
    paid: isPaid ? paid : null,
    cleared: fate === 'cleared',
    withdrawnBy: fate === 'withdrawn' ? superiorId : null,
    changes: { ...place, demo },
  });
}

const questions = (
  [
    { kind: 'place' },
    { kind: 'place', by: 'day' },
    { kind: 'place', by: 'zone' },
    { kind: 'officer' },
    { kind: 'head' },
    { kind: 'offence' },
    { kind: 'offence', by: 'day' },
    { kind: 'collision' },
    { kind: 'collision', by: 'day' },
    { kind: 'act' },
    { kind: 'act', by: 'day' },
    { kind: 'act', by: 'zone' },
    { kind: 'act', key: '2023-01' },
  ] as const
).flatMap((what) => everyScope.map((scope) => ({ ...what, scope })));

type Row = Record<(typeof measures)[number] | `${(typeof measures)[number]}_kobo`, number> &
  Record<'key' | 'day' | 'organisation' | 'zone', string>;

async function expectCounted(
  db: Database,
  records: readonly CountedRecord[],
  asked: Asked,
): Promise<void> {
  const { rows } = await sql<Row>`${figuresOf(asked)}`.execute(db);
  const found = new Map<string, Sums>();
  for (const row of rows) {
    const name = rowName(row, { key: row.key, day: row.day, by: asked.by });
    const before = found.get(name);
    const sums = measures.map((measure) => {
      const [count, kobo] = before?.[measure] ?? [0, 0];
      return [measure, [count + row[measure], kobo + row[`${measure}_kobo`]]] as const;
    });
    found.set(name, Object.fromEntries(sums) as Sums);
  }
  const isSomething = ([, sums]: [string, Sums]) =>
    Object.values(sums).some(([count, kobo]) => count !== 0 || kobo !== 0);
  expect(new Map([...found].filter(isSomething)), JSON.stringify(asked)).toEqual(
    new Map([...sumsOf(records, asked)].filter(isSomething)),
  );
}

async function expectAll(within: readonly Days[] = stretches): Promise<void> {
  const records = await countedRecords(app.db);
  for (const question of questions)
    for (const days of within) await expectCounted(app.db, records, { ...question, days });
  for (const scope of everyScope) {
    await expectCounted(app.db, records, { kind: 'place', by: 'month', scope });
    for (const key of officers)
      await expectCounted(app.db, records, { kind: 'officer', key, scope });
  }
}

test('figures are what bookings, payments, lines and collisions say one by one, in every scope, folded or not', async () => {
  for (const one of fc.sample(histories, draws(72, 23))) {
    await store(one);
    if (one.fold) await foldFigures(app.db, 1);
  }
  await expectAll();
  await foldAll(app.db);
  await expectAll();
  expect(await compareFigures(app.db, 9)).toEqual([]);
});

test(
  'while bookings are made, paid and withdrawn, folded by two at once and counted anew, no figure is told that never was',
  { tags: 'night' },
  async () => {
    const work = { isDone: false };
    const [one] = fc.sample(histories, { numRuns: 1, seed: 1 });
    if (!one) throw new Error('Nothing was drawn.');
    const written = Promise.all(
      [0, 1, 2].map(async (officer) => {
        for (let round = 0; round < 12; round += 1) {
          const { id } = await store({ ...one, officer, fate: 'new', made: new Date() });
          if (round % 3 > 0) await markPaid(app.db, id);
          else
            await sql`update bookings set withdrawn_at = now(), withdrawn_by = ${superiorId},
            withdrawn_reason = 'Booked twice' where id = ${id}`.execute(app.db);
          if (round % 4 === 3 && officer === 0) await asOwner(app, 'select recount_figures()');
        }
      }),
    ).finally(() => {
      work.isDone = true;
    });
    const folding = [1, 2].map(async () => {
      while (!work.isDone) await foldFigures(app.db, 1);
    });
    let compared = 0;
    while (!work.isDone) {
      await app.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const records = await countedRecords(trx);
          for (const question of questions) await expectCounted(trx, records, question);
          expect(await compareFigures(trx, 9)).toEqual([]);
        });
      compared += 1;
    }
    await Promise.all([written, ...folding]);
    expect(compared).toBeGreaterThan(0);
    await expectAll();
  },
);

test('few changes wait for ten seconds at most, and what waits is not deleted from the outbox', async () => {
  await foldAll(app.db);
  for (const one of fc.sample(histories, { numRuns: 10, seed: 3 })) await store(one);
  const isWaiting = 'xid >= (select xid from figure_mark)';
  const waiting = () => asOwner(app, `select from outbox where ${isWaiting}`);
  const count = (await waiting()).length;
  expect(count).toBeGreaterThan(10);
  expect(await foldFigures(app.db)).toBe(0);
  await asOwner(app, `update outbox set at = now() - interval '2 days' where ${isWaiting}`);
  await sql`select prune_outbox(interval '1 minute')`.execute(app.db);
  expect(await waiting()).toHaveLength(count);
  await expectAll([{}]);
  // A transaction of another database of this PostgreSQL holds folding up.
  await until('all that is old is counted', async () => {
    await foldFigures(app.db);
    return (await waiting()).length === 0;
  });
  await sql`select prune_outbox(interval '1 minute')`.execute(app.db);
  await expectAll([{}]);
});

test('what the owner puts right by hand counts where it was until everything is counted anew', async () => {
  const [one] = fc.sample(histories, { numRuns: 1, seed: 9 });
  if (!one) throw new Error('Nothing was drawn.');
  const { id } = await store({ ...one, fate: 'new', demo: false });
  await foldAll(app.db);
  const { id: unfolded } = await store({ ...one, fate: 'new', demo: false });
  await asOwner(
    app,
    `update bookings set organisation = 'Lagos FRSC', zone = 'Epe' where id in ($1, $2)`,
    [id, unfolded],
  );
  const scope = { organisation: 'Lagos FRSC', zone: null, demo: 'excluded' } as const;
  const issued = async () =>
    (
      await sql<{ n: number }>`select coalesce(sum(issued), 0)::bigint as n
        from (${figuresOf({ kind: 'place', scope })}) as figure`.execute(app.db)
    ).rows[0]?.n;
  expect(await issued()).toBe(0);
  expect(await compareFigures(app.db, 1)).toEqual([
    expect.stringMatching(/^The figures by \w+ of .+ since .+ are not those of its records\.$/),
  ]);
  await asOwner(app, 'select recount_figures()');
  expect(await issued()).toBe(2);
  await expectAll([{}]);
  await foldAll(app.db);
  await expectAll([{}]);
});
