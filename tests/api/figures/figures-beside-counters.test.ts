import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconciledBy } from '#contract/reconciliation.ts';
import { itemsOf } from '#server/features/reconciliation/counted.ts';
import { withdrawalsOf } from '#server/features/statistics/withdrawals.ts';
import { type Asked, figuresOf, measures } from '#server/figures/figures.ts';
import { foldFigures } from '#server/figures/fold.ts';
import type { Scope } from '#server/http/caller.ts';
import { type ListName, totalsIn } from '#server/lists/counters.ts';
import { inScope } from '#server/scope/conditions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { storeHistory } from '#tests/support/histories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officers: string[];
let superiorId: string;

beforeAll(async () => {
  app = await startTestApp();
  const made = [1, 2, 3].map(() => makeAccount(app.db, 'booking officer'));
  officers = (await Promise.all(made)).map(({ id }) => id);
  superiorId = (await makeAccount(app.db, 'state admin')).id;
});
afterAll(() => app.stop());

const scopes: readonly Scope[] = [
  { organisation: null, zone: null, demo: 'included' },
  { organisation: null, zone: null, demo: 'excluded' },
  { organisation: 'Kaduna', zone: null, demo: 'excluded' },
  { organisation: 'Kaduna', zone: null, demo: 'only' },
  { organisation: 'Kaduna', zone: 'Chikun', demo: 'excluded' },
  { organisation: 'Ogun', zone: 'Ifo', demo: 'included' },
  { organisation: 'Ogun', zone: 'Ifo', demo: 'none' },
];
const stretches = [
  { from: '2023-01-31', to: '2023-03-01' },
  { from: '2022-12-25', to: '2023-12-20' },
  { from: '2023-02-01', to: '2023-02-28' },
  { from: '2023-02-03', to: '2023-02-20' },
];

const histories = fc.record({
  officer: fc.nat(2),
  place: fc.constantFrom(
    { organisation: 'Kaduna', zone: 'Zaria' },
    { organisation: 'Kaduna', zone: 'Chikun' },
    { organisation: 'Ogun', zone: 'Ifo' },
  ),
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
    { minLength: 1, maxLength: 3 },
  ),
  fold: fc.constantFrom('old', 'new', 'neither'),
});
type Random = typeof histories extends fc.Arbitrary<infer T> ? T : never;

async function store({ officer, place, demo, made, paidAfter, fate, lines }: Random) {
  const isPaid = fate === 'paid' || fate === 'cleared';
  const paid = new Date(made.getTime() + paidAfter * 86_400_000).toISOString();
  await storeHistory(app.db, officers[officer] ?? '', {
    lines,
    odd: 0,
    made: made.toISOString(),
    billed: isPaid || fate === 'billed',
    paid: isPaid ? paid : null,
    cleared: fate === 'cleared',
    withdrawnBy: fate === 'withdrawn' ? superiorId : null,
    changes: { ...place, demo },
  });
  await sql`insert into collisions (id, body_hash, organisation, zone, demo, created_at, created_by,
      team, location, description, cars, injuries, fatalities, notes)
    values ('01KA' || upper(substr(md5(${made.toISOString()} || random()), 1, 22)), '',
      ${place.organisation}, ${place.zone}, ${demo}, ${made.toISOString()}, ${superiorId}, '', '',
      '', 1, 0, 0, '')`.execute(app.db);
}

const rowsOf = async (query: RawBuilder<unknown>) =>
  (await sql<Record<string, unknown>>`${query}`.execute(app.db)).rows;

const summed = (of: Asked, sums: string, by = sql`null`) => sql`
  select ${by} as key, ${sql.raw(sums)} from (${figuresOf(of)}) as figure group by 1 order by 1`;

const bigints = (columns: readonly string[]) =>
  columns
    .map((column) => `coalesce(sum(${column}), 0)::bigint as c${columns.indexOf(column)}`)
    .join(', ');

const opened = (of: '' | '_kobo') => `issued${of} - paid${of} - withdrawn${of}`;
const listed: Readonly<Record<ListName, readonly [string, string]>> = {
  unpaid: [opened(''), opened('_kobo')],
  paid: ['paid - cleared', 'paid_kobo - cleared_kobo'],
  completed: ['cleared', 'cleared_kobo'],
  withdrawn: ['withdrawn', 'withdrawn_kobo'],
  collisions: ['issued', 'issued_kobo'],
};

async function compareAll(): Promise<number> {
  let compared = 0;
  const same = (now: unknown, before: unknown, what: unknown) => {
    expect(now, JSON.stringify(what)).toEqual(before);
    compared += 1;
  };
  for (const scope of scopes) {
    const days = await rowsOf(sql`
      select day as key, coalesce(sum(bookings), 0)::bigint as c0, coalesce(sum(kobo), 0)::bigint as c1
      from (
        select day, bookings, revenue_kobo as kobo from counters where ${inScope('counters', scope)}
        union all
        select day, bookings, revenue_kobo from outbox
        where (xid, seq) > ((select xid from counter_watermark), (select seq from counter_watermark))
          and ${inScope('outbox', scope)}
      ) as happened group by day having sum(bookings) <> 0 or sum(kobo) <> 0 order by day`);
    const daysNow = await rowsOf(sql`
      select * from (${summed(
        { kind: 'place', scope, by: 'day' },
        bigints(['issued', 'received_kobo']),
        sql`day`,
      )}) as days where c0 <> 0 or c1 <> 0`);
    same(daysNow, days, ['days', scope]);

    const offences = (by: 'day' | 'month') => sql`
      select offence_id as key, coalesce(sum(bookings), 0)::bigint as c0,
             coalesce(sum(kobo), 0)::bigint as c1, coalesce(sum(open_bookings), 0)::bigint as c2,
             coalesce(sum(open_kobo), 0)::bigint as c3
      from (
        select offence_id, bookings, kobo, open_bookings, open_kobo from offence_counters
        where span = ${by} and starts between '2023-02-01' and '2023-02-28'
          and ${inScope('offence_counters', { ...scope, zone: scope.zone ?? '' })}
        union all
        select charged.offence_id, bookings, bookings * charged.kobo, open, open * charged.kobo
        from offence_changes
          cross join lateral unnest(offences, offence_changes.kobo) as charged (offence_id, kobo)
        where xid >= (select xid from offence_watermark) and ${inScope('offence_changes', scope)}
          and made_on between '2023-02-01' and '2023-02-28'
      ) as standing group by 1 order by 1`;
    const ofFebruary = { from: '2023-02-01', to: '2023-02-28' };
    const asked = { kind: 'offence', scope, days: ofFebruary } as const;
    const amounts = bigints(['issued', 'issued_kobo', opened(''), opened('_kobo')]);
    same(await rowsOf(summed(asked, amounts, sql`key`)), await rowsOf(offences('month')), [
      'offences',
      scope,
    ]);
    same(
      await rowsOf(summed({ ...asked, by: 'day' }, amounts, sql`key`)),
      await rowsOf(offences('month')),
      ['offences by day', scope],
    );

    for (const days of [{}, ...stretches, { from: '2023-01-15' }, { to: '2023-02-10' }])
      for (const [list, columns] of Object.entries(listed)) {
        const kind = list === 'collisions' ? 'collision' : 'place';
        const [now] = await rowsOf(
          sql`select ${sql.raw(bigints(columns))} from (${figuresOf({ kind, scope, days })}) as figure`,
        );
        const lists = [list as ListName];
        const [before] = await rowsOf(totalsIn({ lists, scope, days }));
        same(
          [now?.['c0'], now?.['c1']],
          [before?.['records'], before?.['kobo']],
          [list, scope, days],
        );
      }

    for (const days of [...stretches, {}]) {
      const before = await withdrawalsOf(app.db, scope, days);
      const now = await rowsOf(sql`
        select * from (${summed(
          { kind: 'officer', scope, days },
          bigints(['issued', 'withdrawn', 'withdrawn_kobo']),
          sql`key`,
        )}) as made where c0 > 0`);
      same(
        new Map(now.map(({ key, c0, c1, c2 }) => [key, [c0, c1, c2]])),
        new Map(
          before.map(({ officer, issued, withdrawn, naira }) => [
            officer.id,
            [issued, withdrawn, naira * 100],
          ]),
        ),
        ['withdrawals', scope, days],
      );
    }

    const kinds = { day: 'place', zone: 'place', officer: 'officer', head: 'head' } as const;
    const keys = {
      day: sql`day::text`,
      zone: sql`organisation || ' ' || zone`,
      officer: sql`key`,
      head: sql`key`,
    };
    const all = bigints(measures.flatMap((name) => [name, `${name}_kobo`]));
    for (const by of reconciledBy)
      for (const days of stretches) {
        const before = await rowsOf(sql`
          select key, min(name) as name, min(offence) as offence, ${sql.raw(all)}
          from (${sql.join(itemsOf(by, scope, days), sql` union all `)}) as item
          group by 1 having sum(issued) <> 0 or sum(received) <> 0 order by 1`);
        const now = await rowsOf(sql`
          select ${keys[by]} as key, min(name) as name, min(offence_id) as offence, ${sql.raw(all)}
          from (${figuresOf({
            kind: kinds[by],
            scope,
            days,
            ...(by === 'day' || by === 'zone' ? { by } : {}),
          })}) as figure
          group by 1 having sum(issued) <> 0 or sum(received) <> 0 order by 1`);
        same(now, before, ['reconciliation', by, scope, days]);
      }
  }
  return compared;
}

test('each number of the old counters is that of the figures, in every scope, folded or not', async () => {
  for (const one of fc.sample(histories, { numRuns: 200, seed: 23 })) {
    await store(one);
    if (one.fold === 'old') await foldAll(app.db);
    if (one.fold === 'new') await foldFigures(app.db, 1);
  }
  expect(await compareAll()).toBeGreaterThan(300);
  await foldAll(app.db);
  await compareAll();
  while ((await foldFigures(app.db, 1)) > 0);
  await compareAll();
  const waiting = await rowsOf(sql`select from outbox where xid >= (select xid from figure_mark)`);
  expect(waiting).toEqual([]);
  await sql`select recount_figures()`.execute(app.owner);
  await compareAll();
});
