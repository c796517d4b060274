import { sql, type Transaction } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import { longestShiftWayMs, type putShift, type Shift } from '#contract/shifts.ts';
import { ulidSchema } from '#contract/text.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { type Actor, type Caller, system } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome } from '#server/http/refusal.ts';
import { shiftToWire } from './queries.ts';

/** Begins or ends a shift of the caller, as their device says; two calls at once wait for each other. */
export async function storeShift(
  db: Database,
  actor: Actor,
  { userId, demo }: Caller,
  id: string,
  told: BodyOf<typeof putShift>,
): Promise<Outcome<Shift>> {
  if (!ulidSchema.safeParse(id).success) return notFound('shift');
  const now = Date.now();
  const began = new Date(Math.min(Date.parse(told.beganAt), now));
  const ended = told.endedAt === null ? null : new Date(Math.min(Date.parse(told.endedAt), now));
  if (now - began.getTime() > longestShiftWayMs)
    return invalid('beganAt', 'This shift began more than a week ago, and is not taken any more.');
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const known = await trx
      .selectFrom('shifts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (known && known.officer_id !== userId) return notFound('shift');
    if (known) {
      if (known.ended_at !== null || ended === null) return shiftToWire(known);
      const endedAt = new Date(Math.max(ended.getTime(), known.began_at.getTime()));
      await end(trx, actor, known, endedAt);
      return shiftToWire({ ...known, ended_at: endedAt });
    }
    const open = await trx
      .selectFrom('shifts')
      .selectAll()
      .where('officer_id', '=', userId)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    // An older one may arrive after the next was begun.
    const isOlder = open !== undefined && open.began_at > began;
    if (open && !isOlder) await end(trx, actor, open, began);
    const row = {
      id,
      officer_id: userId,
      demo,
      began_at: began,
      ended_at: ended ?? (isOlder ? open.began_at : null),
    };
    await trx.insertInto('shifts').values(row).execute();
    await writeAudit(trx, actor, {
      event: 'user.shift-begun',
      record: 'user',
      id: userId,
      before: null,
      after: { shift: id, beganAt: began.toISOString() },
    });
    if (row.ended_at !== null) await noteEnd(trx, actor, { ...row, ended_at: row.ended_at });
    return shiftToWire(row);
  });
}

interface Open {
  readonly id: string;
  readonly officer_id: string;
  readonly began_at: Date;
}

async function end(trx: Transaction<DB>, actor: Actor, shift: Open, at: Date): Promise<void> {
  await trx.updateTable('shifts').set({ ended_at: at }).where('id', '=', shift.id).execute();
  await noteEnd(trx, actor, { ...shift, ended_at: at });
}

const noteEnd = (
  trx: Transaction<DB>,
  actor: Actor,
  { id, officer_id, ended_at }: Open & { readonly ended_at: Date },
): Promise<void> =>
  writeAudit(trx, actor, {
    event: 'user.shift-ended',
    record: 'user',
    id: officer_id,
    before: null,
    after: { shift: id, endedAt: ended_at.toISOString() },
  });

/** Noon in Africa/Lagos of the day after a shift began. */
const noon = sql<Date>`(
  (date_trunc('day', began_at at time zone 'Africa/Lagos') + interval '36 hours')
  at time zone 'Africa/Lagos')`;

/** Ends the shifts that were left open until the next noon; answers how many. */
export async function endForgottenShifts(db: Database): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('shifts')
      .set({ ended_at: noon })
      .where('ended_at', 'is', null)
      .where(sql<boolean>`${noon} <= now()`)
      .returningAll()
      .execute();
    for (const shift of ended)
      if (shift.ended_at) await noteEnd(trx, system, { ...shift, ended_at: shift.ended_at });
    return ended.length;
  });
}
