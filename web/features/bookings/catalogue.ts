import { listOffences, type Offence } from '#contract/offences.ts';
import { listRevenueHeads, type RevenueHead } from '#contract/payments.ts';
import type { Organisation, Place } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { dateOf } from '#web/format/time.ts';
import { fetchPlaces } from '#web/records/places.ts';

/** An offence of the catalogue with its revenue head; null while the heads are not known. */
export type CatalogueOffence = Offence & { mdasId: number | null };

export interface Catalogue {
  offences: readonly CatalogueOffence[];
  places: readonly Place[];
  /** The organisation whose fees these are; null for the catalogue's own amounts. */
  organisation: Organisation | null;
  /** The day of these fees, in Africa/Lagos. */
  day: string;
}

/** Fetches the offences and places of the booking form. Revenue heads that fail are only logged. */
export async function fetchCatalogue(
  organisation: Organisation | null,
  signal: AbortSignal,
): Promise<Catalogue> {
  const day = dateOf(Date.now());
  const query = organisation === null ? {} : { organisation };
  const [offences, places, heads] = await Promise.all([
    call(listOffences, { query, signal }),
    fetchPlaces(signal),
    fetchRevenueHeads(signal),
  ]);
  return {
    offences: withRevenueHeads(offences.data, heads),
    places,
    organisation,
    day,
  };
}

/** Gives each offence the revenue head of its payment code. */
export function withRevenueHeads(
  offences: readonly Offence[],
  heads: readonly RevenueHead[],
): CatalogueOffence[] {
  const byCode = new Map(heads.map((head) => [head.revenue_code, head.mdasId]));
  return offences.map((offence) => ({ ...offence, mdasId: byCode.get(offence.code) ?? null }));
}

async function fetchRevenueHeads(signal: AbortSignal): Promise<RevenueHead[]> {
  try {
    const answer = await call(listRevenueHeads, { signal });
    return answer.data;
  } catch (error) {
    console.warn('The revenue heads could not be loaded.', error);
    return [];
  }
}
