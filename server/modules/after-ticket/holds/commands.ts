import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Booking } from '#contract/bookings.ts';
import type { Hold, liftHold, setHold } from '#contract/modules/after-ticket/holds.ts';
import { todayInLagos } from '#contract/sentences.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import { invalid, notFound, Refusal } from '#server/http/refusal.ts';
import { allHolds, columns, isInForce, toWire } from './queries.ts';

const isHeld = new Refusal(
  409,
  'already_held',
  'Somebody has already put this ticket on hold. Reload the page to see the latest.',
);
const isErased = new Refusal(
  409,
  'erased',
  'Hanya has already erased the personal data in this ticket.',
);
const isOver = new Refusal(
  409,
  'hold_is_over',
  'This hold has already ended. Reload the page to see the latest.',
);
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
      return invalid('until', 'Select today or a later day.');
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
