import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { type listLookups, type Lookup, lookupSchema } from '#contract/lookups.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import { countedPage } from '#server/lists/counted-page.ts';

interface About {
  readonly records: readonly string[];
  readonly digests: readonly Buffer[];
}

/**
 * The people who opened one of these records, or searched for one of these digests, the latest
 * first and at most so many; without a check of scope.
 */
export async function lookupsAbout(
  db: Database,
  { records, digests }: About,
  limit: number,
): Promise<(Lookup & { readonly record: string | null })[]> {
  const found = (condition: RawBuilder<unknown>) => sql`
    (select id, at, user_id, kind, record_id from lookups where ${condition}
     order by at desc limit ${limit})`;
  const { rows } = await sql`
    select lookups.at, lookups.kind, lookups.record_id as record,
      ${personIn('lookups.user_id', 'lookups.at')} as by
    from (
      ${found(sql`record_id = any(${records})`)}
      union
      ${found(sql`digest = any(${digests})`)}
    ) as lookups
    order by at desc, id desc limit ${limit}`.execute(db);
  return z.array(aboutRow).parse(rows);
}

const aboutRow = lookupSchema.extend({
  at: z.date().transform((at) => at.toISOString()),
  record: z.string().nullable(),
});

/**
 * The people who opened a record, the latest first, without a check of scope: the caller has made
 * it.
 */
export async function lookupsOf(
  db: Database,
  recordId: string,
  page: QueryOf<typeof listLookups>,
): Promise<ResponseOf<typeof listLookups>> {
  const found = db.selectFrom('lookups').where('record_id', '=', recordId);
  return countedPage(
    db,
    found,
    page,
    (query) =>
      query
        .select(['at', 'kind', personIn('lookups.user_id', 'lookups.at').as('by')])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc'),
    ({ at, ...row }) => lookupSchema.parse({ ...row, at: at.toISOString() }),
  );
}
