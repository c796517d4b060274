import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import { roleSchema } from '#contract/roles.ts';
import { type listWithdrawals, type Withdrawals } from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import type { Scope } from '#server/http/caller.ts';
import { withinDays } from '#server/lists/queries.ts';
import { placedInScope } from '#server/scope/conditions.ts';

type Days = Pick<QueryOf<typeof listWithdrawals>, 'from' | 'to'>;

/** Every officer who made bookings in the scope and the days, with how many were withdrawn since. */
export async function withdrawalsOf(
  db: Database,
  scope: Scope,
  days: Days,
): Promise<Withdrawals[]> {
  const conditions = [
    placedInScope('bookings', scope),
    ...withinDays(sql.ref('bookings.created_at'), days),
  ];
  const { rows } = await sql<Counted>`
    select users.id, users.role, ${fullName()} as name,
      made.issued, made.withdrawn, made.kobo
    from (
      select created_by, count(*) as issued, count(withdrawn_at) as withdrawn,
        coalesce(sum(price_kobo) filter (where withdrawn_at is not null), 0)::bigint as kobo
      from bookings
      where ${sql.join(conditions, sql` and `)}
      group by created_by
    ) as made
    join users on users.id = made.created_by
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
