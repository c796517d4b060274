import { expect } from 'vitest';
import {
  bookingCounts,
  bookingRevenue,
  bookingSeries,
  type Period,
  periods,
  type Series,
} from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import type { Client } from './client.ts';

export const seriesFor = async (client: Client, period: Period, query = {}): Promise<Series> =>
  (await client.ok(bookingSeries, { query: { period, ...query } })).data;

export const sumOf = (series: Series, measure: 'bookings' | 'revenue'): number =>
  series.buckets.reduce((sum, bucket) => sum + bucket[measure], 0);

/** That the series add up to the counts, in every period. */
export async function agrees(client: Client, query = {}): Promise<void> {
  const { data: made } = await client.ok(bookingCounts, { query });
  const { data: paid } = await client.ok(bookingRevenue, { query });
  const all = await Promise.all(periods.map((period) => seriesFor(client, period, query)));
  const inPeriods = (measure: 'bookings' | 'revenue') => {
    const [today, week, month, year] = all.map((series) => sumOf(series, measure));
    return { today, week, month, year };
  };
  expect(inPeriods('bookings')).toEqual(made);
  expect(inPeriods('revenue')).toEqual(paid);
}

/** Gives a booking that was stored without the product its offences, 5,000 naira each. */
export async function storeOffences(
  db: Database,
  bookingId: string,
  ids: readonly string[],
): Promise<void> {
  const values = ids.map((offence_id, at) => ({
    booking_id: bookingId,
    line: at + 1,
    offence_id,
    code: 'C',
    name: 'As it was called',
    penalty: '',
    amount_kobo: 500_000,
    mdas_id: null,
  }));
  await db.insertInto('booking_offences').values(values).execute();
}

const hour = 3_600_000;

/**
 * The time at which this year began in Lagos, and when today ends there: always an hour ahead of
 * UTC (ms).
 */
export function lagosYear(): { begins: number; tomorrow: number } {
  const now = new Date(Date.now() + hour);
  const year = now.getUTCFullYear();
  return {
    begins: Date.UTC(year, 0, 1) - hour,
    tomorrow: Date.UTC(year, now.getUTCMonth(), now.getUTCDate() + 1) - hour,
  };
}
