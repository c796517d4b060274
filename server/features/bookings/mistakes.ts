import { type Kysely, sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import { type Booking, type Mistake, mistakeSchema } from '#contract/bookings.ts';
import type { Part } from '#server/acts/part.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Outcome } from '#server/http/refusal.ts';
import { mistakeWaits, noMistake, ownMistake, whyNotReported } from './rules.ts';

const selectMistakes = (db: Kysely<DB>) =>
  db
    .selectFrom('mistakes')
    .select(['id', 'booking_id', 'reason', 'reported_at', 'outcome', 'answer', 'decided_at'])
    .select([
      personIn('mistakes.reported_by', 'mistakes.reported_at').as('by'),
      personIn('mistakes.decided_by', 'mistakes.decided_at').as('decider'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectMistakes>['executeTakeFirstOrThrow']>>;

const mistakeToWire = (row: Row): Mistake =>
  mistakeSchema.parse({
    id: row.id,
    booking: row.booking_id,
    reason: row.reason,
    by: row.by,
    at: row.reported_at.toISOString(),
    outcome: row.outcome,
    answer: row.answer ?? '',
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
  });

/** The mistakes reported of a booking, the newest first, without a check of scope. */
export async function mistakesOf(db: Database, bookingId: string): Promise<Mistake[]> {
  const rows = await selectMistakes(db)
    .where('booking_id', '=', bookingId)
    .orderBy('reported_at', 'desc')
    .limit(20)
    .execute();
  return rows.map(mistakeToWire);
}

/** Puts a mistake before a superior; of two at once one waits, the other gets a 409. */
export async function report(
  db: Database,
  actor: Actor,
  caller: Caller,
  { _id: bookingId }: Booking,
  reason: string,
): Promise<Outcome<Mistake>> {
  return db.transaction().execute(async (trx): Promise<Outcome<Mistake>> => {
    // A withdrawal or clearance at the same time comes before or after.
    const booking = await trx
      .selectFrom('bookings')
      .select(['organisation', 'zone', 'demo', 'completed', 'withdrawn_at'])
      .where('id', '=', bookingId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { organisation, zone, demo, completed, withdrawn_at } = booking;
    const why = whyNotReported({ completed, isWithdrawn: withdrawn_at !== null });
    if (why) return why;
    const id = ulid();
    const place = { organisation, zone, demo };
    const stored = await trx
      .insertInto('mistakes')
      .values({ id, booking_id: bookingId, ...place, reason, reported_by: caller.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) return mistakeWaits;
    await writeAudit(trx, actor, {
      event: 'booking.mistake-reported',
      record: 'booking',
      id: bookingId,
      before: null,
      after: { reason },
    });
    return mistakeToWire(await selectMistakes(trx).where('id', '=', id).executeTakeFirstOrThrow());
  });
}

/** Leaves a booking as it is, with an answer. */
export async function leave(
  db: Database,
  actor: Actor,
  caller: Caller,
  { _id: bookingId }: Booking,
  answer: string,
): Promise<Outcome<Mistake>> {
  return db.transaction().execute(async (trx): Promise<Outcome<Mistake>> => {
    // First, as a correction and a withdrawal do: else two could wait for each other.
    await trx.selectFrom('bookings').select('id').where('id', '=', bookingId).forUpdate().execute();
    const waiting = await trx
      .selectFrom('mistakes')
      .select(['id', 'reported_by'])
      .where('booking_id', '=', bookingId)
      .where('outcome', 'is', null)
      .executeTakeFirst();
    if (!waiting) return noMistake;
    if (waiting.reported_by === caller.userId) return ownMistake;
    await decideMistake(trx, caller.userId, bookingId, { outcome: 'left', answer });
    await writeAudit(trx, actor, {
      event: 'booking.mistake-left',
      record: 'booking',
      id: bookingId,
      before: null,
      after: { answer },
    });
    const { id } = waiting;
    return mistakeToWire(await selectMistakes(trx).where('id', '=', id).executeTakeFirstOrThrow());
  });
}

/** A correction or a withdrawal answers the mistake that somebody has reported. */
export const mistakeEnds = {
  'booking.corrected': (_deps, trx, { actor, id, after }) =>
    decideMistake(trx, actor.id, id, {
      outcome: 'corrected',
      answer: reasonIn(after) ?? 'Its officer corrected it.',
    }),
  'booking.withdrawn': (_deps, trx, { actor, id, after }) =>
    decideMistake(trx, actor.id, id, { outcome: 'withdrawn', answer: reasonIn(after) ?? '' }),
} satisfies Part['follows'];

const reasonIn = (after: object | null): string | undefined =>
  after && 'reason' in after ? String(after.reason) : undefined;

/** Ends the mistake of a booking that waits, if one does, in the transaction of what ended it. */
async function decideMistake(
  trx: Transaction<DB>,
  userId: string | null,
  bookingId: string,
  decided: { readonly outcome: 'corrected' | 'withdrawn' | 'left'; readonly answer: string },
): Promise<void> {
  await trx
    .updateTable('mistakes')
    .set({ ...decided, decided_by: userId, decided_at: sql<Date>`now()` })
    .where('booking_id', '=', bookingId)
    .where('outcome', 'is', null)
    .execute();
}
