import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Days } from '#contract/list-filters.ts';
import type { Database } from '#server/db/database.ts';
import { withdrawalsOf } from '#server/features/statistics/withdrawals.ts';
import { foldFigures } from '#server/figures/figures.ts';
import type { Scope } from '#server/http/caller.ts';
import { draws } from '#tests/support/draws.ts';
import { historyPeople, historyPlaces } from '#tests/support/histories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officers: string[];
let superiorId: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ officers, superiorId } = await historyPeople(app.db));
});
afterAll(() => app.stop());

const everywhere: Scope = { organisation: null, zone: null, demo: 'included' };
const scopes: readonly Scope[] = [
  everywhere,
  { organisation: 'Kaduna', zone: null, demo: 'excluded' },
  { organisation: 'Kaduna', zone: 'Chikun', demo: 'excluded' },
];
const stretches: readonly Days[] = [
  {},
  { from: '2023-01-01' },
  { from: '2023-01-31', to: '2023-03-01' },
  { from: '2022-12-25', to: '2024-01-31' },
  { from: '2023-02-01', to: '2023-02-28' },
  { from: '2023-02-03', to: '2023-02-20' },
  { to: '2023-06-10' },
];

const made = fc.record({
  officer: fc.nat(2),
  place: fc.constantFrom(...historyPlaces),
  demo: fc.boolean(),
  // Some of them in the hour in which Lagos has another day, month or year than UTC.
  created_at: fc
    .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 40, max: 47 }))
    .map(([day, half]) => new Date(Date.UTC(2022, 11, 20) + (day * 48 + half) * 1_800_000)),
  price_kobo: fc.integer({ min: 1, max: 50 }).map((thousands) => thousands * 100_000),
  fate: fc.constantFrom('unpaid', 'withdrawn'),
  fold: fc.boolean(),
});

const withdraw = (id: string) =>
  sql`update bookings set withdrawn_at = now(), withdrawn_by = ${superiorId},
    withdrawn_reason = 'Booked twice' where id = ${id}`.execute(app.db);
const become: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  unpaid: () => Promise.resolve(),
  withdrawn: withdraw,
};

/** The report, and the same counted from the bookings one by one. */
async function reported(db: Database, scope: Scope, { from, to }: Days) {
  const said = await withdrawalsOf(db, scope, { from, to });
  const { rows } = await sql<{ id: string; issued: number; withdrawn: number; naira: number }>`
    select created_by as id, count(*) as issued, count(withdrawn_at) as withdrawn,
      coalesce(sum(price_kobo) filter (where withdrawn_at is not null), 0)::bigint / 100 as naira
    from bookings
    where ${scope.organisation}::text is null or organisation = ${scope.organisation}
    group by created_by, zone, demo, lagos_day(created_at)
    having (${scope.zone}::text is null or zone = ${scope.zone})
      and (${scope.demo === 'included'} or not demo)
      and lagos_day(created_at) between ${from ?? '2000-01-01'}::date and ${to ?? '2199-12-31'}::date`.execute(
    db,
  );
  const counted = new Map<string, { issued: number; withdrawn: number; naira: number }>();
  for (const { id, ...row } of rows) {
    const sum = counted.get(id) ?? { issued: 0, withdrawn: 0, naira: 0 };
    counted.set(id, {
      issued: sum.issued + row.issued,
      withdrawn: sum.withdrawn + row.withdrawn,
      naira: sum.naira + row.naira,
    });
  }
  return {
    said: new Map(
      said.map(({ officer, issued, withdrawn, naira }) => [
        officer.id,
        { issued, withdrawn, naira },
      ]),
    ),
    counted,
  };
}

async function expectTrue(db: Database): Promise<void> {
  for (const scope of scopes)
    for (const days of stretches) {
      const { said, counted } = await reported(db, scope, days);
      expect(said, JSON.stringify([scope, days])).toEqual(counted);
    }
}

test('what officers had withdrawn is what their bookings say, folded or not', async () => {
  for (const { officer, place, fate, fold, ...booking } of fc.sample(made, draws(72, 7))) {
    const id = await storeBooking(app.db, officers[officer] ?? '', { ...place, ...booking });
    await become[fate]?.(id);
    if (fold) await foldFigures(app.db, 1);
  }
  await expectTrue(app.db);
  await foldFigures(app.db, 1);
  await expectTrue(app.db);
  expect((await reported(app.db, everywhere, {})).said.size).toBe(3);
});
