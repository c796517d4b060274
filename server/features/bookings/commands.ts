import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { NewBooking } from '#contract/booking-fields.ts';
import type { Booking } from '#contract/bookings.ts';
import type { Offence } from '#contract/offences.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { offencesToday } from '#server/features/offences/queries.ts';
import { enqueueBill } from '#server/features/payments/commands.ts';
import { revenueHeadIds } from '#server/features/payments/queries.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { bodyHash } from '#server/http/body-hash.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { organisationFor } from '#server/scope/rules.ts';
import { rowOfSent } from './booking-row.ts';
import { bookingById } from './queries.ts';
import { idTaken, pricedOffences, priceOf, whyNotCleared } from './rules.ts';

interface Made {
  readonly booking: Booking;
  /** False for a repeat: the same booking was stored by an earlier call. */
  readonly isNew: boolean;
}

/**
 * Stores a booking, priced from today's catalogue, with its bill's job in the same transaction. The
 * same `_id` with the same content from the same officer answers with the stored booking; anything
 * else under that `_id` is a 409.
 */
export async function makeBooking(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  body: NewBooking,
): Promise<Outcome<Made>> {
  const organisation = organisationFor(body, caller.scope, areasOf);
  if (organisation instanceof Refusal) return organisation;
  const id = body._id ?? ulid();
  const hash = bodyHash(body);
  const isNew = await deps.db.transaction().execute(async (trx) => {
    const offences = pricedOffences(body.offence, await offencesToday(trx, organisation));
    if (offences instanceof Refusal) return offences;
    const price_kobo = priceOf(offences);
    const inserted = await trx
      .insertInto('bookings')
      .values({
        ...rowOfSent(body),
        id,
        body_hash: hash,
        organisation,
        created_by: caller.userId,
        demo: caller.demo,
        price_kobo,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    await insertOffences(trx, id, offences);
    const after = { ...body, _id: id, organisation, price: price_kobo / 100 };
    await writeAudit(trx, actor, {
      event: 'booking.made',
      record: 'booking',
      id,
      before: null,
      after,
    });
    if (price_kobo > 0) await enqueueBill(deps.jobs, trx, id);
    return true;
  });
  if (isNew instanceof Refusal) return isNew;
  if (!isNew && !(await isSame(deps, caller, id, hash))) return idTaken;
  const booking = await bookingById(deps.db, id);
  return booking ? { booking, isNew } : idTaken;
}

async function isSame(deps: Deps, caller: Caller, id: string, hash: string): Promise<boolean> {
  const standing = await deps.db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', id)
    .where('body_hash', '=', hash)
    .where('created_by', '=', caller.userId)
    .executeTakeFirst();
  return standing !== undefined;
}

async function insertOffences(
  trx: Transaction<DB>,
  bookingId: string,
  offences: readonly Offence[],
): Promise<void> {
  const mdasIds = await revenueHeadIds(trx);
  await trx
    .insertInto('booking_offences')
    .values(
      offences.map((offence, index) => ({
        booking_id: bookingId,
        line: index + 1,
        offence_id: offence.id,
        code: offence.code,
        name: offence.name,
        penalty: offence.penalty,
        amount_kobo: offence.amount * 100,
        mdas_id: mdasIds.get(offence.code) ?? null,
      })),
    )
    .execute();
}

/** Clears the vehicle of a paid booking: of many at once one wins, the others get a 409. */
export async function clearVehicle(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  booking: Booking,
): Promise<Outcome<Booking>> {
  const cleared = await deps.db.transaction().execute(async (trx) => {
    const completed_at = new Date();
    const row = await trx
      .updateTable('bookings')
      .set({ completed: true, completed_at, completed_by: caller.userId })
      .where('id', '=', booking._id)
      .where('paid', '=', true)
      .where('completed', '=', false)
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    await writeAudit(trx, actor, {
      event: 'booking.cleared',
      record: 'booking',
      id: booking._id,
      before: { paid: true, completed: false },
      after: { paid: true, completed: true, completedAt: completed_at.toISOString() },
    });
    return true;
  });
  const now = await bookingById(deps.db, booking._id);
  if (!now) throw new Error(`Booking ${booking._id} vanished.`);
  return cleared ? now : whyNotCleared(now);
}
