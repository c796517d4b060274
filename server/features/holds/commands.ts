import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import {
  type exportHolds,
  type Hold,
  holdStates,
  type liftHold,
  type setHold,
} from '#contract/holds.ts';
import { exportLimits } from '#contract/list-filters.ts';
import { todayInLagos } from '#contract/sentences.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
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
const ownHold = new Refusal(
  409,
  'own_proposal',
  'Somebody else must lift a hold that you have set.',
);

const oneHold = async (trx: Transaction<DB>, id: string): Promise<Hold> =>
  toWire(await allHolds(trx).where('holds.id', '=', id).select(columns).executeTakeFirstOrThrow());

/** The booking is locked, so that it is either held or erased. */
export async function holdBooking(
  trx: Transaction<DB>,
  actor: Actor & { readonly id: string },
  booking: string,
  { forWhom, reason, until }: BodyOf<typeof setHold>,
): Promise<Outcome<Hold>> {
  if (until !== null && until < todayInLagos())
    return invalid('until', 'Choose today or a later day.');
  const { erased_at, ...place } = await trx
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo', 'erased_at'])
    .where('id', '=', booking)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (erased_at !== null) return isErased;
  const standing = await allHolds(trx)
    .where('booking_id', '=', booking)
    .where(isInForce)
    .select('holds.id')
    .executeTakeFirst();
  if (standing) return isHeld;
  const id = ulid();
  const what = { for_whom: forWhom, reason, until_day: until, set_by: actor.id };
  await trx
    .insertInto('holds')
    .values({ id, booking_id: booking, ...place, ...what })
    .execute();
  await writeAudit(trx, actor, {
    event: 'booking.held',
    record: 'booking',
    id: booking,
    before: null,
    after: { hold: id, forWhom, reason, until },
  });
  return oneHold(trx, id);
}

/** Of two at once one lifts it. */
export async function liftHoldOf(
  trx: Transaction<DB>,
  actor: Actor & { readonly id: string },
  booking: string,
  { hold: id, reason }: BodyOf<typeof liftHold>,
): Promise<Outcome<Hold>> {
  const hold = await trx
    .selectFrom('holds')
    .where((eb) => eb.and({ id, booking_id: booking }))
    .select(['set_by', isInForce.as('inForce')])
    .forUpdate()
    .executeTakeFirst();
  if (!hold) return notFound('hold');
  if (!hold.inForce) return isOver;
  if (hold.set_by === actor.id) return ownHold;
  // The account of the setter may be closed by then.
  const why = await whyNotConfirmed(trx, actor.id, hold.set_by, false);
  if (why) return why;
  await trx
    .updateTable('holds')
    .set({ lifted_by: actor.id, lifted_at: new Date(), lift_reason: reason })
    .where('id', '=', id)
    .execute();
  await writeAudit(trx, actor, {
    event: 'booking.hold-lifted',
    record: 'booking',
    id: booking,
    before: { hold: id, state: 'in force' },
    after: { hold: id, state: 'lifted', reason },
  });
  return oneHold(trx, id);
}

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
