import { type Dossier, dossierBookingSchema, dossierRows, type Known } from '#contract/dossiers.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import type { About } from './matches.ts';
import { findAbout } from './rows.ts';
import { latelyOf, relatedTo, summaryOf, valueOf } from './rules.ts';

/** The facts and the related names are drawn from at most so many of the newest records. */
const readLimit = 100;

/**
 * The dossier of a plate, licence or phone in the caller's scope; for one that was never seen it is
 * empty.
 */
export async function dossierOf(db: Database, caller: Caller, about: About): Promise<Dossier> {
  const found = await findAbout(db, caller, about, readLimit);
  const { of } = about;
  // One collision can hold the same vehicle twice, spelt in two ways.
  const crashes = [...new Map(found.crashes.map((crash) => [crash._id, crash])).values()];
  return {
    of,
    value: valueOf(of, about.value, found),
    ...summaryOf(of, found),
    bookings: listed(found.bookings.slice(0, dossierRows)),
    crashes: crashes.slice(0, dossierRows),
    related: relatedTo(of, about.value, found),
  };
}

/** A summary: sums, the facts last recorded, and the bookings of the last hours. */
export async function knownOf(db: Database, caller: Caller, about: About): Promise<Known> {
  const found = await findAbout(db, caller, about, dossierRows);
  return { ...summaryOf(about.of, found), lately: listed(latelyOf(found, Date.now())) };
}

const listed = (rows: readonly unknown[]) =>
  rows.map((row) => dossierBookingSchema.strip().parse(row));
