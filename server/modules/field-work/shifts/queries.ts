import { sql } from 'kysely';
import type { MyDay, Shift } from '#contract/modules/field-work/shifts.ts';
import type { Database } from '#server/db/database.ts';
import { figuresOf } from '#server/figures/figures.ts';
import type { Caller } from '#server/http/caller.ts';
import { keptVehicles } from '#server/modules/after-ticket/obligations/queries.ts';
import { dayOf } from '#server/time.ts';

interface ShiftRow {
  readonly id: string;
  readonly began_at: Date;
  readonly ended_at: Date | null;
}

export const shiftToWire = ({ id, began_at, ended_at }: ShiftRow): Shift => ({
  _id: id,
  beganAt: began_at.toISOString(),
  endedAt: ended_at?.toISOString() ?? null,
});

/** What the caller has booked today, and what became of all that they booked. */
export async function myDayOf(
  db: Database,
  reading: Database,
  { userId, scope }: Pick<Caller, 'userId' | 'scope'>,
): Promise<MyDay> {
  const today = dayOf(new Date());
  const own = { kind: 'officer', scope, key: userId } as const;
  const [shift, figures] = await Promise.all([
    db
      .selectFrom('shifts')
      .select(['id', 'began_at', 'ended_at'])
      .where('officer_id', '=', userId)
      .orderBy('began_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    sql<Figures>`
      select today.count as booked, today.kobo as "bookedKobo", whole.*,
        kept.count as kept, kept.kobo as "keptKobo", now() as "asAt"
      from (
        select coalesce(sum(issued), 0)::bigint as count,
          coalesce(sum(issued_kobo), 0)::bigint as kobo
        from (${figuresOf({ ...own, days: { from: today, to: today } })}) as figure
      ) as today, (
        select coalesce(sum(issued - paid - withdrawn - decided), 0)::bigint as unpaid,
          coalesce(sum(issued_kobo - paid_kobo - withdrawn_kobo - decided_kobo), 0)::bigint
            as "unpaidKobo",
          coalesce(sum(paid - cleared), 0)::bigint as ready,
          coalesce(sum(paid_kobo - cleared_kobo), 0)::bigint as "readyKobo"
        from (${figuresOf(own)}) as figure
      ) as whole, (${keptVehicles(scope, userId)}) as kept`.execute(reading),
  ]);
  const [row] = figures.rows;
  if (!row) throw new Error('The figures of a day have no row.');
  return {
    shift: shift ? shiftToWire(shift) : null,
    booked: { count: row.booked, amount: row.bookedKobo / 100 },
    unpaid: { count: row.unpaid, amount: row.unpaidKobo / 100 },
    ready: { count: row.ready - row.kept, amount: (row.readyKobo - row.keptKobo) / 100 },
    kept: { count: row.kept, amount: row.keptKobo / 100 },
    asAt: row.asAt.toISOString(),
  };
}

interface Figures extends Record<
  'booked' | 'bookedKobo' | 'unpaid' | 'unpaidKobo' | 'ready' | 'readyKobo' | 'kept' | 'keptKobo',
  number
> {
  readonly asAt: Date;
}
