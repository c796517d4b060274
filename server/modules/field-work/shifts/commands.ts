import { type Selectable, sql, type Transaction } from 'kysely';
import { longestShiftWayMs, type putShift } from '#contract/modules/field-work/shifts.ts';
import { ulidSchema } from '#contract/text.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Database } from '#server/db/database.ts';
import type { DB, Shifts } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { system } from '#server/http/caller.ts';
import { invalid, notFound } from '#server/http/refusal.ts';
import { shiftToWire } from './queries.ts';

type Row = Selectable<Shifts>;

interface Told {
  readonly officer: string;
  readonly began: Date;
  /** Null while it lasts. */
  readonly ended: Date | null;
  /** The shift, where it was begun before. */
  readonly known: Row | undefined;
}

/** Begins or ends a shift of the caller, as their device says; two calls at once wait for each other. */
export const storing: Steps<typeof putShift, undefined, Told> = {
  id: (_none, { officer }) => officer,
  lock: async (trx, { params: { id }, body, caller: { userId } }) => {
    if (!ulidSchema.safeParse(id).success) return notFound('shift');
    const now = Date.now();
    const began = new Date(Math.min(Date.parse(body.beganAt), now));
    const ended = body.endedAt === null ? null : new Date(Math.min(Date.parse(body.endedAt), now));
    if (now - began.getTime() > longestShiftWayMs) return tooOld;
    await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    const known = await shiftIn(trx, id);
    return { officer: userId, began, ended, known };
  },
  rule: ({ officer, known }) => (known && known.officer_id !== officer ? notFound('shift') : null),
  change: async (trx, { officer, began, ended, known }, { params: { id }, caller: { demo } }) => {
    if (known) {
      if (known.ended_at !== null || ended === null) return [];
      const at = new Date(Math.max(ended.getTime(), known.began_at.getTime()));
      return [await end(trx, known, at)];
    }
    const open = await trx
      .selectFrom('shifts')
      .selectAll()
      .where('officer_id', '=', officer)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    // An older one may arrive after the next was begun.
    const isOlder = open !== undefined && open.began_at > began;
    const before = open && !isOlder ? [await end(trx, open, began)] : [];
    const ended_at = ended ?? (isOlder ? open.began_at : null);
    const row = { id, officer_id: officer, demo, began_at: began, ended_at };
    await trx.insertInto('shifts').values(row).execute();
    const begun = { before: null, after: { shift: id, beganAt: began.toISOString() } };
    return [...before, begun, ...(ended_at === null ? [] : [endOf(id, ended_at)])];
  },
  answer: async (trx, { params: { id } }) => {
    const stored = await shiftIn(trx, id);
    return stored ? shiftToWire(stored) : notFound('shift');
  },
};

const tooOld = invalid(
  'beganAt',
  'This shift began more than a week ago, so Hanya no longer accepts it.',
);

const shiftIn = (trx: Transaction<DB>, id: string): Promise<Row | undefined> =>
  trx.selectFrom('shifts').selectAll().where('id', '=', id).executeTakeFirst();

async function end(trx: Transaction<DB>, { id }: Row, at: Date) {
  await trx.updateTable('shifts').set({ ended_at: at }).where('id', '=', id).execute();
  return endOf(id, at);
}

/** The trail's row of a shift that ended. */
const endOf = (shift: string, at: Date) =>
  ({ outcome: 'ended', before: null, after: { shift, endedAt: at.toISOString() } }) as const;

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
    for (const { id, officer_id, ended_at } of ended)
      if (ended_at)
        await writeAudit(trx, system, {
          event: 'user.shift-ended',
          record: 'user',
          id: officer_id,
          before: null,
          after: endOf(id, ended_at).after,
        });
    return ended.length;
  });
}
