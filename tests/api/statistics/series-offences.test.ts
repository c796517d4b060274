import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { bookingCounts } from '#contract/statistics.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { dismissed, inBatch } from '#tests/support/court.ts';
import { asOwner, makeAccount, markPaid } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { lagosYear, seriesFor, storeOffences, sumOf } from '#tests/support/series.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officerId: string;
/** Sees everything. */
let everywhere: Client;

beforeAll(async () => {
  app = await startTestApp();
  officerId = (await makeAccount(app.db, 'booking officer')).id;
  const { email } = await makeAccount(app.db, 'zonal head', { state: null });
  everywhere = await signedIn(app.url, email);
});
afterAll(() => app.stop());

describe('the offences of a period', () => {
  const place = { organisation: 'Lagos FRSC', zone: 'Ikeja' } as const;
  const query = { organisation: 'Lagos FRSC' };

  test('count each booking once, with all that it was charged, the most frequent first', async () => {
    const twice = await storeBooking(app.db, officerId, place);
    await storeOffences(app.db, twice, ['SCC-01', 'SCC-01', 'LGC-16']);
    const paid = await storeBooking(app.db, officerId, place);
    await storeOffences(app.db, paid, ['LGC-16']);
    await markPaid(app.db, paid);
    const { byOffence } = await seriesFor(everywhere, 'year', query);
    expect(byOffence).toMatchObject([
      { id: 'LGC-16', count: 2, naira: 10_000 },
      { id: 'SCC-01', count: 1, naira: 10_000 },
    ]);
    for (const { name } of byOffence) expect(name).not.toBe('As it was called');
    for (const { id, count } of byOffence) {
      const { total } = await everywhere.ok(listBookings, { query: { ...query, offence: id } });
      expect(total, id).toBe(count);
    }
  });

  test('are counted where and when their booking stands, also once that was put right and counted anew', async () => {
    const id = await storeBooking(app.db, officerId, { organisation: 'Abuja FRSC', zone: 'Bwari' });
    await storeOffences(app.db, id, ['MTF-01']);
    const idsIn = async (organisation: string) =>
      (await seriesFor(everywhere, 'day', { organisation })).byOffence.map((offence) => offence.id);
    expect(await idsIn('Abuja FRSC')).toEqual(['MTF-01']);
    const put = async (changes: object) => {
      await app.owner.updateTable('bookings').set(changes).where('id', '=', id).execute();
      await asOwner(app, 'select recount_figures()');
    };
    await put({ organisation: 'Ogun', zone: 'Ijebu Ode' });
    expect(await idsIn('Abuja FRSC')).toEqual([]);
    expect(await idsIn('Ogun')).toEqual(['MTF-01']);
    await put({ created_at: new Date('2025-01-31T10:00:00Z') });
    expect(await idsIn('Ogun')).toEqual([]);
  });

  test('are the eight most frequent, of bookings made in the period', async () => {
    const { begins } = lagosYear();
    const created_at = new Date(begins - 1);
    const lastYear = await storeBooking(app.db, officerId, { ...place, created_at });
    await storeOffences(app.db, lastYear, ['MTF-01']);
    const many = await storeBooking(app.db, officerId, place);
    await storeOffences(
      app.db,
      many,
      Array.from({ length: 10 }, (_, at) => `VDF-${String(at + 1).padStart(2, '0')}`),
    );
    const { byOffence } = await seriesFor(everywhere, 'year', query);
    expect(byOffence).toHaveLength(8);
    expect(byOffence.map(({ id }) => id)).not.toContain('MTF-01');
    const counts = byOffence.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });

  test('leave paid and decided bookings out for a role that may not see them, as its lists do', async () => {
    const decided = await storeBooking(app.db, officerId, place);
    await storeOffences(app.db, decided, ['LGC-16']);
    await inBatch(app, { booking: decided, by: officerId, locked: true, hearing: 0 });
    await dismissed(app, decided, place);
    const { email } = await makeAccount(app.db, 'operator', { state: 'Lagos' });
    const operator = await signedIn(app.url, email);
    const series = await seriesFor(operator, 'year');
    const { byOffence } = series;
    expect(byOffence.find(({ id }) => id === 'LGC-16')).toMatchObject({ count: 1, naira: 5_000 });
    const { data: made } = await operator.ok(bookingCounts);
    expect(sumOf(series, 'bookings')).toBe(made.year);
    const { total } = await operator.ok(listBookings, { query: { offence: 'LGC-16' } });
    expect(total).toBe(1);
  });
});
