import { sql } from 'kysely';
import type { Days } from '#contract/list-filters.ts';
import { roleSchema } from '#contract/roles.ts';
import type { Withdrawals } from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import { figuresOf } from '#server/figures/figures.ts';
import type { Scope } from '#server/http/caller.ts';

/**
 * Every officer who made bookings in the scope and the days. It says how many were withdrawn since,
 * exact at this moment.
 */
export async function withdrawalsOf(
  db: Database,
  scope: Scope,
  days: Days,
): Promise<Withdrawals[]> {
  const { rows } = await sql<Counted>`
    select users.id, users.role, ${fullName()} as name, made.issued, made.withdrawn, made.kobo
    from (
      select key as officer_id, sum(issued)::bigint as issued,
        sum(withdrawn)::bigint as withdrawn, sum(withdrawn_kobo)::bigint as kobo
      from (${figuresOf({ kind: 'officer', scope, days })}) as counted
      group by key having sum(issued) > 0
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
