import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Organisation } from '#contract/places.ts';
import { bookingCounts, bookingRevenue, type Stats } from '#contract/statistics.ts';
import { countBookings } from '#server/features/statistics/queries.ts';
import { foldFigures } from '#server/figures/figures.ts';
import { asGuest, type Client, signedIn } from '#tests/support/client.ts';
import { asOwner, makeAccount, markPaid } from '#tests/support/factories.ts';
import { foldAll } from '#tests/support/folding.ts';
import { billed, booked } from '#tests/support/journey.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let officerId: string;
/** Sees everything. */
let everywhere: Client;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  officer = await signedIn(app.url, account.email);
  everywhere = await working(null);
});
afterAll(() => app.stop());

const working = async (state: 'Kaduna' | 'Ogun' | null, zone: string | null = null) =>
  signedIn(app.url, (await makeAccount(app.db, 'zonal head', { state, zone })).email);

const all = { organisation: null, zone: null, demo: 'included' } as const;
const counts = async (client: Client, query = {}) =>
  (await client.ok(bookingCounts, { query })).data;
const revenue = async (client: Client, query = {}) =>
  (await client.ok(bookingRevenue, { query })).data;
const same = (number: number): Stats => ({
  today: number,
  week: number,
  month: number,
  year: number,
});

describe('counts and revenue', () => {
  test('begin at nothing', async () => {
    expect(await counts(everywhere)).toEqual(same(0));
    expect(await revenue(everywhere)).toEqual(same(0));
  });

  test('159, 264, 265: are exact at once, before anything is folded and after', async () => {
    const [first, second] = [await booked(officer), await booked(officer)];
    // Waits for their bills, which are changes as well and must not come later.
    for (const { _id } of [first, second]) await billed(officer, _id);
    await markPaid(app.db, first._id);
    const now = async () => [await counts(officer), await revenue(officer)];
    const exact = [same(2), same(12_000)];
    expect(await now()).toEqual(exact);
    await foldAll(app.db);
    expect(await now()).toEqual(exact);
    expect(await foldFigures(app.db, 1)).toBe(0);
    expect(await now()).toEqual(exact);
  });

  test('are those of the scope: zone, organisation, the chosen one, demo records for a guest', async () => {
    const before = await counts(everywhere);
    await storeBooking(app.db, officerId, { organisation: 'Ogun', zone: 'Sagamu' });
    await storeBooking(app.db, officerId, { organisation: 'Kaduna', zone: 'Chikun' });
    const demo = await storeBooking(app.db, officerId, { organisation: 'Kaduna', demo: true });
    await markPaid(app.db, demo);
    const ofOgun: { organisation: Organisation } = { organisation: 'Ogun' };
    for (let round = 0; round < 2; round += 1) {
      expect((await counts(everywhere)).today).toBe(before.today + 3);
      expect(await counts(await working('Ogun'))).toEqual(same(1));
      expect(await counts(await working('Kaduna', 'Chikun'))).toEqual(same(1));
      expect(await counts(everywhere, ofOgun)).toEqual(same(1));
      expect(await revenue(everywhere, ofOgun)).toEqual(same(0));
      expect(await counts(asGuest(app.url))).toEqual(same(1));
      expect(await revenue(asGuest(app.url))).toEqual(same(12_000));
      expect(await counts(asGuest(app.url), ofOgun)).toEqual(same(0));
      expect(await countBookings(app.db, { ...all, demo: 'excluded' })).toEqual(
        same(before.today + 2),
      );
      await foldAll(app.db);
    }
    const refused = await officer.call(bookingCounts, { query: ofOgun });
    expect(refused).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
    expect((await officer.call(bookingRevenue, { query: { organisation: 'Kano' } })).status).toBe(
      400,
    );
    expect((await officer.call(bookingRevenue, { query: { zone: 'Zaria' } })).status).toBe(400);
  });

  test('go by the day in Lagos, by weeks from Monday, months and years', async () => {
    const at = async (instant: string) => {
      const [row] = await asOwner(app, 'select lagos_day($1)::text as day', [instant]);
      return row?.['day'];
    };
    expect(await at('2026-03-01T22:59:59Z')).toBe('2026-03-01');
    expect(await at('2026-03-01T23:00:00Z')).toBe('2026-03-02');

    // One booking a day for 400 days, counted by JavaScript's calendar as well.
    const zone = { organisation: 'Abuja FRSC', zone: 'Gwagwalada' };
    const lagosNow = new Date(Date.now() + 3_600_000);
    const noon = new Date(lagosNow);
    noon.setUTCHours(11, 0, 0, 0);
    const days = Array.from(
      { length: 400 },
      (_, ago) => new Date(noon.getTime() - ago * 86_400_000),
    );
    await app.db.transaction().execute(async (trx) => {
      for (const created_at of days) await storeBooking(trx, officerId, { ...zone, created_at });
    });
    const sinceMonday = (lagosNow.getUTCDay() + 6) % 7;
    const newYear = Date.UTC(lagosNow.getUTCFullYear(), 0, 1);
    const expected = {
      today: 1,
      week: 1 + sinceMonday,
      month: lagosNow.getUTCDate(),
      year: 1 + Math.floor((lagosNow.getTime() - newYear) / 86_400_000),
    };
    const query = { organisation: 'Abuja FRSC' };
    expect(await counts(everywhere, query)).toEqual(expected);
    await foldAll(app.db);
    expect(await counts(everywhere, query)).toEqual(expected);
  });

  test('count a booking on the day it was made and its money on the day it was confirmed', async () => {
    const lastYear = new Date(Date.now() - 400 * 86_400_000);
    const before = { counts: await counts(officer), revenue: await revenue(officer) };
    const id = await storeBooking(app.db, officerId, { created_at: lastYear });
    expect(await counts(officer)).toEqual(before.counts);
    await markPaid(app.db, id);
    expect((await revenue(officer)).today).toBe(before.revenue.today + 12_000);
  });
});
