import { z } from 'zod';
import {
  listOffences,
  type Offence,
  type OfferedOffence,
  offeredOffenceSchema,
} from '#contract/offences.ts';
import { listRevenueHeads, type RevenueHead, revenueHeadSchema } from '#contract/payments.ts';
import type { Organisation, Place } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';
import { keepCopy, noteShownCopy, readCopy } from '#web/device/copies.ts';
import { dateOf } from '#web/format/time.ts';
import { copiedPlaces, fetchPlaces } from '#web/records/places.ts';
import { catalogueCopied, catalogueLoaded } from '../slice.ts';

/** An offence of the catalogue with its revenue head; null while the heads are not known. */
export type CatalogueOffence = Offence & { mdasId: number | null };

export interface Catalogue {
  offences: readonly CatalogueOffence[];
  places: readonly Place[];
  /** The organisation whose fees these are; null for the catalogue's own amounts. */
  organisation: Organisation | null;
  /** The day of these fees, in Africa/Lagos. */
  day: string;
  /** For a copy of this device: when the server said it (milliseconds, UTC). Null: just now. */
  copiedAt: number | null;
}

const copySchema = z.object({
  offences: z.array(offeredOffenceSchema),
  heads: z.array(revenueHeadSchema),
});
type Copied = z.infer<typeof copySchema>;

const copyName = (organisation: Organisation | null) => `catalogue ${organisation ?? 'of all'}`;

/**
 * Fetches the offences and places of the booking form, and keeps them on the device. Revenue heads
 * that fail are only logged.
 */
async function fetchCatalogue(
  organisation: Organisation | null,
  signal: AbortSignal,
): Promise<Catalogue> {
  const query = organisation === null ? {} : { organisation };
  const [offences, places, heads] = await Promise.all([
    call(listOffences, { query, signal }),
    fetchPlaces(signal),
    fetchRevenueHeads(signal),
  ]);
  const answer = { offences: offences.data, heads };
  noteShownCopy(null);
  await keepCopy(copyName(organisation), answer);
  return catalogueOf(answer, { places, organisation, copiedAt: null });
}

/** The catalogue that the device keeps, at the fees of today; null where it keeps none. */
async function copiedCatalogue(organisation: Organisation | null): Promise<Catalogue | null> {
  const copy = await readCopy(copyName(organisation), copySchema);
  if (copy === null) return null;
  const places = (await copiedPlaces()) ?? [];
  noteShownCopy(copy.readAt);
  return catalogueOf(copy.value, { places, organisation, copiedAt: copy.readAt });
}

/**
 * Loads the places and the offences of the booking form, at today's fees of an organisation. The
 * device's copy comes at once, the server's answer replaces it.
 */
export async function loadCatalogue(
  dispatch: Dispatch,
  organisation: Organisation | null,
  signal: AbortSignal,
): Promise<void> {
  const copied = await copiedCatalogue(organisation);
  signal.throwIfAborted();
  if (copied) dispatch(catalogueCopied(copied));
  dispatch(catalogueLoaded(await fetchCatalogue(organisation, signal)));
}

/**
 * The offences at an organisation's fees of a day (Africa/Lagos), from the device, else from the
 * server. Throws a CallFailure where neither can be had.
 */
export async function offencesOn(
  organisation: Organisation | null,
  day: string,
  signal: AbortSignal,
): Promise<Offence[]> {
  const copy = await readCopy(copyName(organisation), copySchema);
  if (copy) return pricedOn(copy.value.offences, day);
  const query = organisation === null ? {} : { organisation };
  const { data } = await call(listOffences, { query, signal });
  return pricedOn(data, day);
}

/** After this long a copy is read anew, if there is a network. Milliseconds. */
const renewedAfter = 3_600_000;

/** Keeps the catalogues of these organisations on the device, unless it has them from just now. */
export async function renewCopies(
  organisations: readonly (Organisation | null)[],
  signal: AbortSignal,
): Promise<void> {
  let heads: RevenueHead[] | undefined;
  for (const organisation of organisations) {
    const copy = await readCopy(copyName(organisation), copySchema);
    if (copy && Date.now() - copy.readAt < renewedAfter) continue;
    heads ??= await fetchRevenueHeads(signal);
    const query = organisation === null ? {} : { organisation };
    const { data } = await call(listOffences, { query, signal });
    await keepCopy(copyName(organisation), { offences: data, heads });
  }
}

function catalogueOf(
  { offences, heads }: Copied,
  rest: Pick<Catalogue, 'places' | 'organisation' | 'copiedAt'>,
): Catalogue {
  const day = dateOf(Date.now());
  return { offences: withRevenueHeads(pricedOn(offences, day), heads), day, ...rest };
}

/** The catalogue as it costs on a day (Africa/Lagos), as far as its fees were confirmed when it was read. */
export function pricedOn(offences: readonly OfferedOffence[], day: string): Offence[] {
  return offences.map(({ later, ...offence }) => ({
    ...offence,
    amount: later.findLast(({ from }) => from <= day)?.amount ?? offence.amount,
  }));
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
    // Whoever left meanwhile has stopped the call: that is no failure.
    if (!signal.aborted) console.warn('The revenue heads could not be loaded.', error);
    return [];
  }
}
