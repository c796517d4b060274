import { type Dossier, dossierBookingSchema, dossierRows, type Known } from '#contract/dossiers.ts';
import type { Database } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller.ts';
import type { About } from './matches.ts';
import { findAbout } from './rows.ts';
import { latelyOf, relatedTo, summaryOf, valueOf } from './rules.ts';

/** Newest records that the facts and the other names of a dossier are drawn from. */
const mostRead = 100;

/** What the caller may know of a plate, licence or phone; one that was never seen is no error. */
export async function dossierOf(db: Database, caller: Caller, about: About): Promise<Dossier> {
  const found = await findAbout(db, caller, about, mostRead);
  const { of } = about;
  // A vehicle can stand in a collision twice, spelt in two ways.
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

/** The short of it: sums, the facts last recorded, and the bookings of the last hours. */
export async function knownOf(db: Database, caller: Caller, about: About): Promise<Known> {
  const found = await findAbout(db, caller, about, dossierRows);
  return { ...summaryOf(about.of, found), lately: listed(latelyOf(found, Date.now())) };
}

const listed = (rows: readonly unknown[]) =>
  rows.map((row) => dossierBookingSchema.strip().parse(row));
