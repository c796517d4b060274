import { type Insertable, sql, type Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { ulid } from 'ulid';
import type { NewBooking } from '#contract/booking-fields.ts';
import type { Booking } from '#contract/bookings.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import { personIn } from '#server/db/people.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Bookings, DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit, writeFirstAudit } from '#server/features/audit/commands.ts';
import { listOffences, pricedToday } from '#server/features/offences/queries.ts';
import { enqueueBill } from '#server/features/payments/commands.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { bodyHash } from '#server/http/body-hash.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { organisationFor } from '#server/scope/rules.ts';
import { madeToWire, rowOfSent } from './booking-row.ts';
import { bookingById } from './queries.ts';
import { chosenOffences, idTaken, whyNotCleared } from './rules.ts';

interface Made {
  readonly booking: Booking;
  /** False for a repeat: the same booking was stored by an earlier call. */
  readonly isNew: boolean;
}

/**
 * Stores a booking, priced at the fees of its day, with its bill's job in the same transaction. The
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
  const offences = chosenOffences(body.offence, listOffences());
  if (offences instanceof Refusal) return offences;
  const id = body._id ?? ulid();
  const { userId: created_by, demo } = caller;
  const row = { id, body_hash: bodyHash(body), organisation, created_by, demo };
  const made = await deps.db.transaction().execute(async (trx) => {
    const inserted = await insertBooking(trx, { ...rowOfSent(body), ...row }, offences);
    if (!inserted) return undefined;
    const { price_kobo } = inserted;
    await writeFirstAudit(trx, actor, {
      event: 'booking.made',
      record: 'booking',
      id,
      before: null,
      after: { ...body, _id: id, organisation, price: price_kobo / 100 },
    });
    if (price_kobo > 0) await enqueueBill(deps.jobs, trx, id);
    return inserted;
  });
  if (made) return { booking: madeToWire(id, body, { ...made, organisation, demo }), isNew: true };
  if (!(await isSame(deps, caller, id, row.body_hash))) return idTaken;
  const booking = await bookingById(deps.db, id);
  return booking ? { booking, isNew: false } : idTaken;
}

type BookingRow = Omit<Insertable<Bookings>, 'price_kobo' | 'organisation'> & {
  readonly organisation: Organisation;
};

/**
 * Stores a booking and its offences at today's fees, each with its revenue head as far as it is
 * known; nothing where its id is taken.
 */
function insertBooking(trx: Transaction<DB>, row: BookingRow, offences: readonly Offence[]) {
  return trx
    .with('priced', () => pricedToday(row.organisation, offences))
    .with('made', (db) =>
      db
        .insertInto('bookings')
        .values((eb) => ({
          ...row,
          price_kobo: eb
            .selectFrom('priced')
            .select(sql<number>`sum(amount_kobo)::bigint`.as('sum')),
        }))
        .onConflict((conflict) => conflict.doNothing())
        .returning(['id', 'created_at', 'created_by', 'price_kobo']),
    )
    .with('lines', (db) =>
      db
        .insertInto('booking_offences')
        .columns([
          'booking_id',
          'line',
          'offence_id',
          'code',
          'name',
          'penalty',
          'amount_kobo',
          'mdas_id',
        ])
        .expression((eb) =>
          eb
            .selectFrom('made')
            .innerJoin('priced', (join) => join.onTrue())
            .leftJoin('revenue_heads', 'revenue_heads.revenue_code', 'priced.code')
            .select([
              'made.id',
              'priced.line',
              'priced.offence_id',
              'priced.code',
              'priced.name',
              'priced.penalty',
              'priced.amount_kobo',
              'revenue_heads.mdas_id',
            ]),
        )
        .returningAll(),
    )
    .selectFrom('made')
    .select((eb) => [
      'made.created_at',
      'made.price_kobo',
      personIn('made.created_by', 'made.created_at').as('created_by'),
      jsonArrayFrom(
        eb
          .selectFrom('lines')
          .orderBy('line')
          .select([
            'offence_id as id',
            'name',
            'penalty',
            sql<number>`amount_kobo / 100`.as('amount'),
            'code',
            'mdas_id as mdasId',
          ]),
      ).as('offence'),
    ])
    .modifyEnd(prepared)
    .executeTakeFirst();
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
