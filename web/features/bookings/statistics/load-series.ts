import type { Organisation } from '#contract/places.ts';
import { bookingSeries, type Period } from '#contract/statistics.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

/** Loads the running period of one organisation, bucket by bucket. */
export const loadSeries = serverThunk(
  'booking/series',
  async (query: { organisation: Organisation; period: Period }, { signal }) =>
    (await call(bookingSeries, { query, signal })).data,
);
