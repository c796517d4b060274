import { sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import { roleSchema } from '#contract/roles.ts';
import type { CashUp } from '#contract/statistics.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import { unpaidSql } from '#server/db/unpaid.ts';
import type { Scope } from '#server/http/caller.ts';
import { withinDays } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';

const states = {
  booked: 'true',
  unpaid: unpaidSql('bookings'),
  ready: 'paid and not completed',
  cleared: 'paid and completed',
  withdrawn: 'withdrawn_at is not null',
  decided: 'decided_at is not null',
} as const;
type State = keyof typeof states;
const names = Object.keys(states) as State[];

/**
 * Bookings by officer and day, the latest day and the highest amount first. Figures know no officer's
 * days within a zone, so the bookings of these few days are counted, by the index of their place.
 */
export async function cashUpOf(db: Database, scope: Scope, days: DayRange): Promise<CashUp[]> {
  const sums = names.flatMap((name) => [
    sql`count(*) filter (where ${sql.raw(states[name])}) as ${sql.ref(name)}`,
    sql`coalesce(sum(price_kobo) filter (where ${sql.raw(states[name])}), 0)::bigint
        as ${sql.ref(`${name}Kobo`)}`,
  ]);
  const { rows } = await sql<Row>`
    select users.id, users.role, ${fullName()} as name, made.*
    from (
      select created_by, lagos_day(created_at)::text as day, ${sql.join(sums)}
      from bookings
      where ${inScope('bookings', scope)}
        and ${sql.join(withinDays(sql`created_at`, days), sql` and `)}
      group by 1, 2
    ) as made join users on users.id = made.created_by
    order by made.day desc, made."bookedKobo" desc, name, users.id`.execute(db);
  return rows.map((row) => {
    const figure = (name: State) => ({ count: row[name], amount: row[`${name}Kobo`] / 100 });
    return {
      officer: { id: row.id, name: row.name, role: roleSchema.parse(row.role) },
      day: row.day,
      booked: figure('booked'),
      unpaid: figure('unpaid'),
      ready: figure('ready'),
      cleared: figure('cleared'),
      withdrawn: figure('withdrawn'),
      decided: figure('decided'),
    };
  });
}

type Row = Record<State | `${State}Kobo`, number> & Record<'id' | 'name' | 'role' | 'day', string>;
