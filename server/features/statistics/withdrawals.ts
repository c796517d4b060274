import { type RawBuilder, sql } from 'kysely';
import { roleSchema } from '#contract/roles.ts';
import type { Withdrawals } from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import type { Scope } from '#server/http/caller.ts';
import { withinDays } from '#server/lists/queries.ts';
import { type Days, endsOf, wholeMonths } from '#server/lists/rules.ts';
import { inScope } from '#server/scope/conditions.ts';

/**
 * Every officer who made bookings in the scope and the days, with how many were withdrawn since,
 * exact at this moment: whole months from their counters and what isn't folded yet, days at either
 * end from the bookings themselves.
 */
export async function withdrawalsOf(
  db: Database,
  scope: Scope,
  days: Days,
): Promise<Withdrawals[]> {
  const months = wholeMonths(days);
  const wholly = (day: RawBuilder<unknown>) =>
    sql`${day} >= ${months.from}::date and ${day} < ${months.until}::date`;
  const { rows } = await sql<Counted>`
    select users.id, users.role, ${fullName()} as name, made.issued, made.withdrawn, made.kobo
    from (
      select officer_id, sum(issued)::bigint as issued, sum(withdrawn)::bigint as withdrawn,
        sum(kobo)::bigint as kobo
      from (
        select officer_id, issued, withdrawn, withdrawn_kobo as kobo from officer_counters
        where ${inScope('officer_counters', scope)} and ${wholly(sql`month`)}
        union all
        select officer_id, records, case when list = 'withdrawn' then records else 0 end,
          case when list = 'withdrawn' then kobo else 0 end
        from list_changes
        where xid >= (select xid from list_watermark) and officer_id is not null
          and ${inScope('list_changes', scope)} and ${wholly(sql`made_on`)}
        ${sql.join(
          endsOf(days).map((end) => sql`union all ${countedOne(scope, end)}`),
          sql` `,
        )}
      ) as counted
      group by officer_id having sum(issued) > 0
    ) as made
    join users on users.id = made.officer_id
    order by made.withdrawn::float8 / made.issued desc, made.withdrawn desc, name, users.id`.execute(
    db,
  );
  return rows.map(({ id, name, role, issued, withdrawn, kobo }) => ({
    officer: { id, name, role: roleSchema.parse(role) },
    issued,
    withdrawn,
    naira: kobo / 100,
    rate: withdrawn / issued,
  }));
}

interface Counted {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly issued: number;
  readonly withdrawn: number;
  readonly kobo: number;
}

/** Counts the bookings of the days one by one. */
const countedOne = (scope: Scope, days: Days) => sql`
  select created_by, count(*), count(withdrawn_at),
    coalesce(sum(price_kobo) filter (where withdrawn_at is not null), 0)
  from bookings
  where ${sql.join(
    [inScope('bookings', scope), ...withinDays(sql.ref('bookings.created_at'), days)],
    sql` and `,
  )}
  group by created_by`;
