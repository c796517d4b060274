import { type Kysely, sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import {
  type leaveMistake,
  type Mistake,
  mistakeSchema,
  type reportMistake,
} from '#contract/booking-corrections.ts';
import type { Booking } from '#contract/bookings.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Database } from '#server/db/database.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { inScope } from '#server/scope/conditions.ts';
import { mistakeWaits, noMistake, ownMistake, whyItStays } from './rules.ts';

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

const oneMistake = async (trx: Transaction<DB>, id: string): Promise<Mistake> =>
  mistakeToWire(await selectMistakes(trx).where('id', '=', id).executeTakeFirstOrThrow());

interface BookingWithMistake {
  /** Of the mistake to be. */
  readonly id: string;
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
  readonly completed: boolean;
  readonly withdrawn_at: Date | null;
  readonly decided_at: Date | null;
}

/** Puts a mistake before a superior; of two at once one waits, the other gets a 409. */
export const reporting: Steps<typeof reportMistake, Booking, BookingWithMistake> = {
  id: ({ _id }) => _id,
  // A withdrawal or clearance at the same time comes before or after.
  lock: async (trx, { record: { _id } }) => ({
    ...(await trx
      .selectFrom('bookings')
      .select(['organisation', 'zone', 'demo', 'completed', 'withdrawn_at', 'decided_at'])
      .where('id', '=', _id)
      .forUpdate()
      .executeTakeFirstOrThrow()),
    id: ulid(),
  }),
  rule: ({ completed, withdrawn_at, decided_at }) =>
    whyItStays({
      completed,
      isWithdrawn: withdrawn_at !== null,
      isDecided: decided_at !== null,
    }),
  change: async (trx, { id, organisation, zone, demo }, { record, body: { reason }, caller }) => {
    const place = { organisation, zone, demo };
    const stored = await trx
      .insertInto('mistakes')
      .values({ id, booking_id: record._id, ...place, reason, reported_by: caller.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return stored ? { before: null, after: { reason } } : mistakeWaits;
  },
  answer: (trx, _call, { id }) => oneMistake(trx, id),
};

/** Leaves a booking as it is, with an answer. */
export const leaving: Steps<typeof leaveMistake, Booking, { id: string; reportedBy: string }> = {
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id } }) => {
    // First, as a correction and a withdrawal do: else two could wait for each other.
    await trx.selectFrom('bookings').select('id').where('id', '=', _id).forUpdate().execute();
    const waiting = await trx
      .selectFrom('mistakes')
      .select(['id', 'reported_by as reportedBy'])
      .where('booking_id', '=', _id)
      .where('outcome', 'is', null)
      .executeTakeFirst();
    return waiting ?? noMistake;
  },
  rule: ({ reportedBy }, { caller }) => (reportedBy === caller.userId ? ownMistake : null),
  change: async (trx, _mistake, { record: { _id }, body: { answer }, caller }) => {
    await decideMistake(trx, caller.userId, _id, { outcome: 'left', answer });
    return { before: null, after: { answer } };
  },
  answer: (trx, _call, { id }) => oneMistake(trx, id),
};

/** A correction or a withdrawal answers the mistake that somebody has reported. */
export const mistakeEnds = {
  'booking.corrected': (_deps, trx, { actor, id, after }) =>
    decideMistake(trx, actor.id, id, {
      outcome: 'corrected',
      answer: reasonIn(after) ?? 'The officer corrected the booking.',
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

export const waitingMistakes = ({ scope }: Caller) => sql`
  select booking_id, organisation, zone, reported_at, reported_by, booking_id, reason, null::jsonb
  from mistakes
  where ${inScope('mistakes', scope)} and outcome is null`;
