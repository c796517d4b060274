import { type Kysely, sql } from 'kysely';
import { readCaseFileNumber } from '#contract/modules/after-ticket/court.ts';
import type { Organisation } from '#contract/places.ts';
import type { CaseFileOnPage, KeptCaseFile } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';

const caseFiles = (db: Kysely<DB>, number: string) =>
  db
    .selectFrom('case_files as made')
    .innerJoin('bookings', 'bookings.id', 'made.booking_id')
    .innerJoin('files', 'files.id', 'made.file_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('case_files as other')
          .whereRef('other.booking_id', '=', 'made.booking_id')
          .orderBy('other.made_at', 'desc')
          .orderBy('other.number')
          .limit(1)
          .select(['other.number as newest', 'other.made_at as newestAt'])
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('made.number', '=', number)
    .select(['made.number', 'made.booking_id as booking', 'made.file_id as fileId'])
    .select(['made.made_at as madeAt', 'bookings.reference', 'bookings.demo', 'files.sha256'])
    .select([
      sql<number>`files.bytes::float8`.as('bytes'),
      sql<Organisation>`bookings.organisation`.as('organisation'),
      'last.newest',
      'last.newestAt',
    ]);

/** A case file of a ticket, without a check of scope: the caller has made it. */
export const keptCaseFile = (
  db: Kysely<DB>,
  { number, booking }: Pick<KeptCaseFile, 'number' | 'booking'>,
): Promise<KeptCaseFile | undefined> =>
  caseFiles(db, number).where('made.booking_id', '=', booking).executeTakeFirst();

export const caseFileOnPage: CaseFileOnPage = (db, number, demoMode) =>
  caseFiles(db, number)
    .$if(!demoMode, (query) => query.where('bookings.demo', '=', false))
    .executeTakeFirst();

/** 404 beyond the caller's scope. */
export async function findCaseFile(
  db: Kysely<DB>,
  { scope }: Caller,
  typed: string,
): Promise<Outcome<KeptCaseFile>> {
  const number = readCaseFileNumber(typed);
  if (number === undefined) return notFound('case file');
  const found = await caseFiles(db, number).where(inScope('bookings', scope)).executeTakeFirst();
  return found ?? notFound('case file');
}
