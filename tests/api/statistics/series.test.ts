import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookingSeries, type Period, periods } from '#contract/statistics.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { asGuest, type Client, signedIn } from '#tests/support/client.ts';
import { draws } from '#tests/support/draws.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { booked } from '#tests/support/journey.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { agrees, lagosYear, seriesFor, storeOffences, sumOf } from '#tests/support/series.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const price = 12_000;
const hourLength = 3_600_000;

let app: TestApp;
let officerId: string;
/** Sees everything. */
let everywhere: Client;

beforeAll(async () => {
  app = await startTestApp();
  officerId = (await makeAccount(app.db, 'booking officer')).id;
  everywhere = await working('zonal head', { state: null });
});
afterAll(() => app.stop());

const working = async (
  role: 'zonal head' | 'booking officer',
  place: Parameters<typeof makeAccount>[2] = {},
) => signedIn(app.url, (await makeAccount(app.db, role, place)).email);

async function storeAt(made: Date, paid: Date | null, place: object): Promise<void> {
  const changes = { ...place, created_at: made, price_kobo: price * 100 };
  const id = await storeBooking(app.db, officerId, changes);
  if (paid !== null) await markPaid(app.db, id, paid);
}

/** The bucket of an instant, computed without the database. */
function keyAt(instant: Date, period: Period): string {
  const lagos = new Date(instant.getTime() + hourLength).toISOString();
  if (period === 'day') return `${lagos.slice(0, 10)} ${Number(lagos.slice(11, 13))}`;
  return period === 'year' ? `${lagos.slice(0, 7)}-01` : lagos.slice(0, 10);
}

describe('the series', () => {
  test('begin at nothing, in buckets without a gap, of which one is running', async () => {
    for (const [period, length] of [
      ['day', 24],
      ['week', 7],
      ['year', 12],
    ] as const) {
      const series = await seriesFor(everywhere, period);
      expect(series.buckets).toHaveLength(length);
      expect(sumOf(series, 'bookings') + sumOf(series, 'revenue')).toBe(0);
      expect(series.buckets.filter(({ running }) => running)).toHaveLength(1);
      const order = series.buckets.map(({ running, future }) => (future ? 2 : running ? 1 : 0));
      expect(order).toEqual(order.toSorted());
      expect(series.byOffence).toEqual([]);
      expect([series.from, series.to]).toEqual([
        series.buckets[0]?.from,
        series.buckets.at(-1)?.to,
      ]);
      expect(Date.parse(series.asAt)).toBeGreaterThan(Date.now() - 60_000);
    }
  });

  test('count to the second at the edges of hours, days, months and the year in Lagos', async () => {
    const place = { organisation: 'Ogun', zone: 'Sagamu' };
    const { begins, tomorrow } = lagosYear();
    const today = tomorrow - 24 * hourLength;
    const lagos = new Date(today + hourLength);
    const month = Date.UTC(lagos.getUTCFullYear(), lagos.getUTCMonth(), 1) - hourLength;
    const edges = [begins, month, today, today + hourLength, tomorrow].flatMap((edge) => [
      new Date(edge - 1),
      ...(edge === tomorrow ? [] : [new Date(edge)]),
    ]);
    for (const edge of edges) await storeAt(edge, edge, place);
    await holds({ organisation: 'Ogun' }, edges, edges);
    await foldAll(app.db);
    await holds({ organisation: 'Ogun' }, edges, edges);
  });

  test('agree with the counts and with a count of our own at any times, folded or not', async () => {
    const organisation = 'Abuja FRSC';
    const place = { organisation, zone: 'Gwagwalada' };
    const { begins, tomorrow } = lagosYear();
    const instant = (from: number) =>
      fc.date({ min: new Date(from), max: new Date(tomorrow - 1), noInvalidDate: true });
    const anyTime = fc.oneof(
      instant(begins - 50 * 24 * hourLength),
      instant(tomorrow - 31 * 24 * hourLength),
      instant(tomorrow - 24 * hourLength),
    );
    const record = fc.record({ made: anyTime, paid: fc.option(anyTime) });
    const made: Date[] = [];
    const paid: Date[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 8 }), fc.boolean(), async (records, fold) => {
        for (const one of records) {
          await storeAt(one.made, one.paid, place);
          made.push(one.made);
          if (one.paid) paid.push(one.paid);
        }
        if (fold) await foldFigures(app.db, 1);
        await holds({ organisation }, made, paid);
      }),
      // No shrinking: stored bookings stay, so a smaller example would not show the same failure.
      { ...draws(6), endOnFailure: true },
    );
  });

  async function holds(query: object, made: readonly Date[], paid: readonly Date[]): Promise<void> {
    await agrees(everywhere, query);
    for (const period of periods) {
      const { buckets } = await seriesFor(everywhere, period, query);
      for (const { from, hour, bookings, revenue } of buckets) {
        const key = hour === null ? from : `${from} ${hour}`;
        const within = (instants: readonly Date[]) =>
          instants.filter((instant) => keyAt(instant, period) === key).length;
        expect({ key, bookings, revenue }).toEqual({
          key,
          bookings: within(made),
          revenue: within(paid) * price,
        });
      }
    }
  }

  test('are those of the scope: zone, organisation, the chosen one, demo records for a guest', async () => {
    const chikun = await working('zonal head', { zone: 'Chikun' });
    const demo = await storeBooking(app.db, officerId, { zone: 'Chikun', demo: true });
    await storeOffences(app.db, demo, ['LGC-01']);
    await markPaid(app.db, demo);
    const real = await storeBooking(app.db, officerId, { zone: 'Zaria' });
    await storeOffences(app.db, real, ['LGC-02']);
    for (const period of periods) {
      const ofChikun = await seriesFor(chikun, period);
      expect([sumOf(ofChikun, 'bookings'), sumOf(ofChikun, 'revenue')]).toEqual([1, price]);
      expect(ofChikun.byOffence.map(({ id }) => id)).toEqual(['LGC-01']);
      expect(sumOf(await seriesFor(asGuest(app.url), period), 'bookings')).toBe(1);
      expect((await seriesFor(asGuest(app.url), period)).byOffence).toHaveLength(1);
      const elsewhere = await seriesFor(everywhere, period, { organisation: 'Lagos FRSC' });
      expect([sumOf(elsewhere, 'bookings'), elsewhere.byOffence]).toEqual([0, []]);
    }
    await agrees(chikun);
    await agrees(asGuest(app.url));
    const asked = { period: 'day', organisation: 'Ogun' };
    const refused = await chikun.call(bookingSeries, { query: asked });
    expect(refused).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  });

  test('are refused without a period that there is, and with anything else', async () => {
    const status = async (query: Record<string, string>) =>
      (await everywhere.call(bookingSeries, { query })).status;
    expect(await status({})).toBe(400);
    expect(await status({ period: 'decade' })).toBe(400);
    expect(await status({ period: 'day', zone: 'Zaria' })).toBe(400);
    expect(await status({ period: 'day', organisation: 'Kano' })).toBe(400);
  });
});

test('the series agree with the counts while bookings are made and paid', async () => {
  const officer = await working('booking officer', { state: 'Ogun', zone: 'Ifo' });
  const work = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 4; round += 1) {
        const { _id } = await booked(officer, { zone: 'Ifo' });
        await markPaid(app.db, _id);
      }
    }),
  );
  let last = 0;
  const reading = async () => {
    for (let round = 0; round < 12; round += 1) {
      const bookings = sumOf(await seriesFor(officer, 'month'), 'bookings');
      expect(bookings).toBeGreaterThanOrEqual(last);
      last = bookings;
      await foldFigures(app.db, 1);
    }
  };
  await Promise.all([work, reading()]);
  await agrees(officer);
  const { rows } = await sql<{ made: number }>`
    select count(*)::bigint as made from bookings where zone = 'Ifo'`.execute(app.db);
  expect(sumOf(await seriesFor(officer, 'month'), 'bookings')).toBe(rows[0]?.made);
});
