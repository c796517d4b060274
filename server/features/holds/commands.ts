import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Booking } from '#contract/bookings.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import {
  type exportHolds,
  type Hold,
  holdStates,
  type liftHold,
  type setHold,
} from '#contract/holds.ts';
import { exportLimits } from '#contract/list-filters.ts';
import { todayInLagos } from '#contract/sentences.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, Refusal } from '#server/http/refusal.ts';
import { exportRows } from '#server/lists/commands.ts';
import { columnsOf } from '#server/lists/table.ts';
import { momentOf } from '#server/time.ts';
import { allHolds, columns, isInForce, matchingHolds, toWire } from './queries.ts';

const isHeld = new Refusal(
  409,
  'already_held',
  'A hold of this ticket is in force already. Look at it again.',
);
const isErased = new Refusal(409, 'erased', 'Who was booked in this ticket is erased already.');
const isOver = new Refusal(409, 'hold_is_over', 'This hold is over. Look at it again.');
const oneHold = async (trx: Transaction<DB>, id: string): Promise<Hold> =>
  toWire(await allHolds(trx).where('holds.id', '=', id).select(columns).executeTakeFirstOrThrow());

/** The booking is locked, so that it is either held or erased. */
export const holding: Steps<typeof setHold, Booking, BookingToHold> = {
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id } }) => ({
    ...(await trx
      .selectFrom('bookings')
      .select(['organisation', 'zone', 'demo', 'erased_at'])
      .where('id', '=', _id)
      .forUpdate()
      .executeTakeFirstOrThrow()),
    id: ulid(),
  }),
  rule: async ({ erased_at }, { record: { _id }, body: { until } }, trx) => {
    if (until !== null && until < todayInLagos())
      return invalid('until', 'Choose today or a later day.');
    if (erased_at !== null) return isErased;
    const standing = await allHolds(trx)
      .where('booking_id', '=', _id)
      .where(isInForce)
      .select('holds.id')
      .executeTakeFirst();
    return standing ? isHeld : null;
  },
  change: async (trx, { id, organisation, zone, demo }, { record, body, caller }) => {
    const { forWhom, reason, until } = body;
    await trx
      .insertInto('holds')
      .values({
        id,
        booking_id: record._id,
        organisation,
        zone,
        demo,
        for_whom: forWhom,
        reason,
        until_day: until,
        set_by: caller.userId,
      })
      .execute();
    return { before: null, after: { hold: id, forWhom, reason, until } };
  },
  answer: (trx, _call, { id }) => oneHold(trx, id),
};

interface BookingToHold {
  /** Of the hold to be. */
  readonly id: string;
  readonly organisation: string;
  readonly zone: string;
  readonly demo: boolean;
  readonly erased_at: Date | null;
}

/** Of two at once one lifts it. */
export const lifting: Steps<typeof liftHold, Booking, { setBy: string; inForce: boolean }> = {
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id }, body: { hold } }) =>
    (await trx
      .selectFrom('holds')
      .where((eb) => eb.and({ id: hold, booking_id: _id }))
      .select(['set_by as setBy', isInForce.as('inForce')])
      .forUpdate()
      .executeTakeFirst()) ?? notFound('hold'),
  rule: ({ inForce }) => (inForce ? null : isOver),
  first: ({ setBy }) => setBy,
  // The account of the setter may be closed by then.
  agrees: () => false,
  change: async (trx, _hold, { body: { hold, reason }, caller }) => {
    await trx
      .updateTable('holds')
      .set({ lifted_by: caller.userId, lifted_at: new Date(), lift_reason: reason })
      .where('id', '=', hold)
      .execute();
    return { before: { hold, state: 'in force' }, after: { hold, state: 'lifted', reason } };
  },
  answer: (trx, { body: { hold } }) => oneHold(trx, hold),
};

const { text, moment } = columnsOf<Hold>();
const fileColumns = [
  text('Plate', 14, ({ plate }) => plate),
  text('Booking', 28, ({ booking }) => booking),
  text('Organisation', 14, ({ organisation }) => organisation),
  text('Zone', 16, ({ zone }) => zone),
  text('For', 30, ({ forWhom }) => forWhom),
  text('Reason', 40, ({ reason }) => reason),
  text('Until', 12, ({ until }) => until ?? ''),
  text('State', 10, ({ state }) => holdStates[state]),
  text('Set by', 24, ({ by }) => by.name),
  moment('Set', ({ at }) => at),
  text('Lifted', 40, ({ lifted }) =>
    lifted === null ? '' : `${lifted.by.name}, ${momentOf(lifted.at)}: ${lifted.reason}`,
  ),
];

export async function exportHoldsOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, ...filters }: QueryOf<typeof exportHolds>,
) {
  const matching = matchingHolds(reports, caller, filters);
  if (matching instanceof Refusal) return matching;
  const rows = await matching
    .select(columns)
    .orderBy('set_at', 'desc')
    .orderBy('holds.id', 'desc')
    .limit(exportLimits[format] + 1)
    .execute();
  return exportRows(db, actor, caller, {
    event: 'holds.exported',
    format,
    filters,
    name: 'holds',
    columns: fileColumns,
    rows: rows.map(toWire),
  });
}
