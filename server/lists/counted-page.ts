import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { listReach } from './rules.ts';

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** How many rows match, counted up to `listReach`. */
export async function sizeOf<Of, Tables extends keyof Of>(
  db: Database,
  matching: SelectQueryBuilder<Of, Tables, object>,
): Promise<{ total: number; more?: true }> {
  const { records } = await db
    .selectFrom(
      matching
        .select(sql.lit(1).as('one'))
        .limit(listReach + 1)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('records'))
    .executeTakeFirstOrThrow();
  return records > listReach ? { total: listReach, more: true } : { total: records };
}

/**
 * The answer of a list that no figures know: a page of the rows that `shown` selects and puts in
 * order. Matches are counted up to `listReach`, beyond which the list holds "more than" these.
 */
export async function countedPage<Of, Tables extends keyof Of, Row, Told>(
  db: Database,
  matching: SelectQueryBuilder<Of, Tables, object>,
  { page, limit }: Page,
  shown: (query: SelectQueryBuilder<Of, Tables, object>) => SelectQueryBuilder<Of, Tables, Row>,
  toWire: (row: Row) => Told,
) {
  const skipped = (page - 1) * limit;
  const [{ total, more }, rows] = await Promise.all([
    sizeOf(db, matching),
    shown(matching)
      .limit(Math.max(0, Math.min(limit, listReach - skipped)))
      .offset(skipped)
      .execute(),
  ]);
  const bounds = more ? { more, within: listReach } : {};
  return listAnswer(rows.map(toWire), total, { page, limit }, bounds);
}
