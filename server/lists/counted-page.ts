import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { listReach } from './rules.ts';

interface Page {
  readonly page: number;
  readonly limit: number;
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
  const [{ records }, rows] = await Promise.all([
    db
      .selectFrom(
        matching
          .select(sql.lit(1).as('one'))
          .limit(listReach + 1)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('records'))
      .executeTakeFirstOrThrow(),
    shown(matching)
      .limit(Math.max(0, Math.min(limit, listReach - skipped)))
      .offset(skipped)
      .execute(),
  ]);
  const bounds = records > listReach ? { more: true, within: listReach } : {};
  return listAnswer(rows.map(toWire), Math.min(records, listReach), { page, limit }, bounds);
}
