import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  readReconciliation,
  reconciledBy,
  type Reconciliation,
  type Totals,
} from '#contract/modules/money/reconciliation.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { draws } from '#tests/support/draws.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { priceOf, storeHistory } from '#tests/support/histories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let admin: Client;
let officers: readonly [string, string];
let superior: string;

beforeAll(async () => {
  app = await startTestApp();
  // The sweep of every five minutes would find that some of these old bookings' bills are late.
  await sql`delete from pgboss.schedule`.execute(app.db);
  const made = (role: 'booking officer' | 'zonal head' | 'state admin') =>
    makeAccount(app.db, role);
  admin = await signedIn(app.url, (await made('state admin')).email);
  officers = [(await made('booking officer')).id, (await made('booking officer')).id];
  superior = (await made('zonal head')).id;
});
afterAll(() => app.stop());

const read = async (query: Record<string, string>) =>
  (await admin.ok(readReconciliation, { query })).data;

const of = (count: number, amount: number) => ({ count, amount });

type Fate = 'not billed' | 'billed' | 'paid' | 'cleared' | 'withdrawn';

const histories = fc.record({
  zone: fc.constantFrom('Zaria', 'Chikun'),
  officer: fc.constantFrom(0, 1),
  fate: fc.constantFrom<Fate>('not billed', 'billed', 'paid', 'cleared', 'withdrawn'),
  lines: fc.array(
    fc.record({
      code: fc.constantFrom('12020501', '12020502', '12020503'),
      naira: fc.integer({ min: 1, max: 9 }).map((thousands) => thousands * 1_000),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  // Around midnight in Lagos, an hour before that of UTC.
  made: fc.constantFrom('2022-03-01T22:59:59Z', '2022-03-01T23:00:00Z', '2022-03-02T12:00:00Z'),
  paid: fc.constantFrom('2022-03-02T22:59:59Z', '2022-03-02T23:00:00Z', '2022-03-09T12:00:00Z'),
  odd: fc.constantFrom(0, 0, 0, 1, 2),
});
type Random = typeof histories extends fc.Arbitrary<infer T> ? T : never;

const dayOf = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, 10);
const wasPaid = ({ fate }: Random) => fate === 'paid' || fate === 'cleared';

/** The expected total, computed without a database. */
function modelled(all: readonly Random[], from: string, to: string): Totals {
  const within = (at: string) => dayOf(at) >= from && dayOf(at) <= to;
  const issued = all.filter(({ made }) => within(made));
  const figure = (some: readonly Random[]) =>
    of(
      some.length,
      some.reduce((sum, one) => sum + priceOf(one), 0),
    );
  const withdrawn = issued.filter(({ fate }) => fate === 'withdrawn');
  const paid = issued.filter(wasPaid);
  return {
    issued: figure(issued),
    billed: figure(issued.filter(({ fate }) => fate !== 'not billed')),
    paid: figure(paid),
    cleared: figure(issued.filter(({ fate }) => fate === 'cleared')),
    withdrawn: figure(withdrawn),
    decided: figure([]),
    outstanding: figure(issued.filter((one) => !paid.includes(one) && !withdrawn.includes(one))),
    exceptions: issued.reduce((sum, { odd }) => sum + odd, 0),
    received: figure(all.filter((one) => wasPaid(one) && within(one.paid))),
    givenBack: of(0, 0),
  };
}

const measures = [
  'issued',
  'billed',
  'paid',
  'cleared',
  'withdrawn',
  'outstanding',
  'received',
] as const;

/** True of every row and of the total for any history. */
function holds({ rows, total }: Reconciliation): void {
  for (const row of [...rows, total])
    for (const unit of ['count', 'amount'] as const) {
      const { issued, paid, outstanding, withdrawn, cleared } = row;
      expect(issued[unit]).toBe(paid[unit] + outstanding[unit] + withdrawn[unit]);
      expect(cleared[unit]).toBeLessThanOrEqual(paid[unit]);
    }
  for (const name of measures)
    for (const unit of ['count', 'amount'] as const)
      expect(rows.reduce((sum, row) => sum + row[name][unit], 0)).toBe(total[name][unit]);
}

test('whatever happened, issued is paid, outstanding and withdrawn, and rows add up to the total', async () => {
  const all: Random[] = [];
  const stretch = { from: '2022-03-01', to: '2022-03-10' };
  await fc.assert(
    fc.asyncProperty(fc.array(histories, { minLength: 1, maxLength: 4 }), async (more) => {
      for (const one of more) {
        const { fate, zone, officer, ...rest } = one;
        const [first, second] = officers;
        await storeHistory(app.db, officer === 0 ? first : second, {
          ...rest,
          billed: fate !== 'not billed',
          paid: wasPaid(one) ? one.paid : null,
          cleared: fate === 'cleared',
          withdrawnBy: fate === 'withdrawn' ? superior : null,
          changes: { zone },
        });
        all.push(one);
      }
      for (const by of reconciledBy) {
        const answer = await read({ ...stretch, by });
        holds(answer);
        const { total } = answer;
        const wanted = modelled(all, stretch.from, stretch.to);
        for (const name of measures) expect(total[name].amount).toBe(wanted[name].amount);
        expect(total.exceptions).toBe(wanted.exceptions);
        if (by === 'head') {
          const lines = all.reduce((sum, one) => sum + one.lines.length, 0);
          expect(total.issued.count).toBe(lines);
        } else expect(total).toEqual(wanted);
      }
      const narrow = { from: '2022-03-02', to: '2022-03-02' };
      const { total, rows } = await read({ ...narrow, by: 'day' });
      expect(total).toEqual(modelled(all, narrow.from, narrow.to));
      expect(rows.map(({ key }) => key).filter((key) => key !== '2022-03-02')).toEqual([]);
    }),
    { ...draws(6), endOnFailure: true },
  );
});
