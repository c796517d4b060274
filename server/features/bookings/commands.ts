import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { ulid } from 'ulid';
import type { clearVehicle } from '#contract/booking-corrections.ts';
import { bookingFields } from '#contract/booking-fields.ts';
import { rowOf } from '#contract/booking-rows.ts';
import type { Booking } from '#contract/bookings.ts';
import type { NewBooking } from '#contract/new-bookings.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Arrival, NewTicket } from '#server/acts/arrival.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { happened } from '#server/acts/happened.ts';
import { madeBefore } from '#server/db/made-at.ts';
import { personIn } from '#server/db/people.ts';
import { positionIn } from '#server/db/position.ts';
import { prepared } from '#server/db/reading/prepared.ts';
import type { Bookings, DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { dayOf, listOffences, priced, today } from '#server/features/offences/queries.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { bodyHash } from '#server/http/body-hash.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { organisationFor, zoneFor } from '#server/scope/rules.ts';
import { capturedOf, madeToWire, rowOfSent } from './booking-row.ts';
import { bookingById, bookingNow, findBooking } from './queries.ts';
import { chosenOffences, type Clearable, idTaken, notToReplace, whyNotCleared } from './rules.ts';

export {
  changedIn,
  type CorrectableRow,
  correctRow,
  lockToCorrect,
  saidNow,
  whyFixed,
  whyWrong,
} from './corrections.ts';
export { correctedSince, whyNotWithdrawnNow } from './rules.ts';
export { lockToWithdraw, whyNotToWithdraw, withdraw } from './withdrawal.ts';

interface Made {
  readonly booking: Booking;
  /** False for a repeat: the same booking was stored by an earlier call. */
  readonly isNew: boolean;
}

/**
 * Stores a booking, priced at the fees of its day, with its bill's job in the same transaction. A
 * repeat from the same officer answers with the stored booking. Anything else under that `_id` is a
 * 409.
 */
export async function makeBooking(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  sent: NewBooking,
): Promise<Outcome<Made>> {
  const body = { ...sent, zone: zoneFor(sent.zone, caller.scope) };
  const organisation = organisationFor(body, caller.scope, areasOf);
  if (organisation instanceof Refusal) return organisation;
  const offences = chosenOffences(body.offence, listOffences());
  if (offences instanceof Refusal) return offences;
  if (body.replaces !== '') {
    const replaced = await findBooking(deps.db, caller, body.replaces);
    if (replaced instanceof Refusal || !replaced.withdrawal) return notToReplace;
  }
  const id = body._id ?? ulid();
  const { userId: created_by, demo } = caller;
  const row = { id, body_hash: bodyHash(repeatable(sent)), organisation, created_by, demo };
  const arrival: Arrival = {
    id,
    organisation,
    zone: body.zone,
    capture: body.capture,
    kind: 'booking',
    label: body.registration || body.license,
    bodyHash: row.body_hash,
    offences,
    officer: caller,
  };
  const onTheWay = await deps.consequences.admit(deps, arrival);
  if (onTheWay instanceof Refusal) {
    // The booking may have arrived in time, and its answer was lost.
    const standing = await standingBooking(deps, caller, id, row.body_hash);
    return standing ? { booking: standing, isNew: false } : onTheWay;
  }
  const madeAt = onTheWay === null ? null : madeBefore(onTheWay.milliseconds);
  const isLetIn = onTheWay?.isLetIn ?? false;
  const ticket: NewTicket = { ...arrival, offences, madeAt, isLetIn };
  const made = await deps.db.transaction().execute(async (trx) => {
    const due_day = await deps.consequences.dueDay(trx, ticket);
    const inserted = await insertBooking(trx, { ...rowOfSent(body), ...row, due_day }, offences, {
      madeAt,
      toldPrice: body.capture?.toldPrice ?? body.price,
    });
    if (!inserted) return undefined;
    await happened(deps, trx, actor, {
      event: 'booking.made',
      record: 'booking',
      id,
      before: null,
      after: {
        ...auditable(body, inserted.captured),
        _id: id,
        organisation,
        price: inserted.price_kobo / 100,
        ...(due_day !== null && { dueDay: due_day }),
      },
      facts: ticket,
    });
    return inserted;
  });
  if (made) return { booking: madeToWire(id, body, { ...made, organisation, demo }), isNew: true };
  const standing = await standingBooking(deps, caller, id, row.body_hash);
  return standing ? { booking: standing, isNew: false } : idTaken;
}

/**
 * The part that is the same each time that a device sends a booking. A phone that couldn't store it
 * says another time of making when its officer submits it again. A newer form may show another
 * price, and an older one knows fewer fields.
 */
const repeatable = ({ capture: _capture, price: _price, ...body }: NewBooking) =>
  Object.fromEntries(
    Object.entries(body).filter(([field, value]) => value !== '' || !later.has(field)),
  );

const later = new Set<string>([
  'signature',
  'replaces',
  ...bookingFields.filter((field) => rowOf(field).later),
]);

/** A booking as the trail keeps it: whoever knows the code of a ticket can open its page. */
function auditable(
  { ticketCode: _ticketCode, capture: _capture, replaces, ...body }: NewBooking,
  captured: Booking['captured'],
) {
  return { ...body, ...(replaces !== '' && { replaces }), ...(captured && { captured }) };
}

type BookingRow = Omit<Insertable<Bookings>, 'price_kobo' | 'organisation' | 'demo'> & {
  readonly organisation: Organisation;
  readonly demo: boolean;
};

/** A device says this of how it made a booking. */
interface Said {
  /** UTC; null where it doesn't say: then the booking is made now. */
  readonly madeAt: RawBuilder<Date> | null;
  /** Naira. */
  readonly toldPrice: number | undefined;
}

/**
 * Stores a booking and its offences at the fees of the day on which it was made. Nothing is stored
 * where its id is taken. Each offence has its revenue head as far as it is known. A price that
 * differs from the one the driver was told is noted, with the time of making.
 */
function insertBooking(
  trx: Transaction<DB>,
  row: BookingRow,
  offences: readonly Offence[],
  { madeAt, toldPrice }: Said,
) {
  const price = sql<number>`(select sum(amount_kobo)::bigint from priced)`;
  const toldKobo = toldPrice === undefined ? null : toldPrice * 100;
  const told = sql<number | null>`nullif(${toldKobo}::bigint, ${price})`;
  const captured = {
    made_at: madeAt ?? sql<Date | null>`case when ${told} is not null then now() end`,
    told_kobo: told,
    arrival_kobo:
      madeAt &&
      sql<number | null>`nullif(
        (select sum(amount_kobo)::bigint from ${priced(row, offences, today)} as arriving),
        ${price})`,
  };
  return trx
    .with('priced', () => priced(row, offences, madeAt === null ? today : dayOf(madeAt)))
    .with('made', (db) =>
      db
        .insertInto('bookings')
        .values({ ...row, price_kobo: price, ...captured })
        .onConflict((conflict) => conflict.doNothing())
        .returning([
          'id',
          'created_at',
          'created_by',
          'price_kobo',
          'made_at',
          'told_kobo',
          'arrival_kobo',
          'brought_in_by',
          'due_day',
          positionIn('bookings').as('position'),
        ]),
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
          'law',
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
              'priced.law',
              'revenue_heads.mdas_id',
            ]),
        )
        .returningAll(),
    )
    .selectFrom('made')
    .select((eb) => [
      'made.created_at',
      'made.price_kobo',
      'made.due_day',
      'made.position',
      capturedOf('made').as('captured'),
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
      sql<string[]>`array(select law from lines order by line)`.as('laws'),
    ])
    .modifyEnd(prepared)
    .executeTakeFirst();
}

/** The booking that an earlier call stored under this id, where this very one is sent again. */
async function standingBooking(
  deps: Deps,
  caller: Caller,
  id: string,
  hash: string,
): Promise<Booking | undefined> {
  const standing = await deps.db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', id)
    .where('body_hash', '=', hash)
    .where('created_by', '=', caller.userId)
    .executeTakeFirst();
  return standing && bookingById(deps.db, id);
}

/**
 * Clears the vehicle of a booking that is paid, or that a court decided: of many at once one wins, the others get a 409. 409 too while
 * another part of the product holds the vehicle.
 */
export const clearing = (
  deps: Pick<Deps, 'consequences'>,
): Steps<typeof clearVehicle, Booking, Clearable> => ({
  id: ({ _id }) => _id,
  lock: (trx, { record: { _id } }) =>
    trx
      .selectFrom('bookings')
      .select(['paid', 'completed', 'withdrawn_at as withdrawal', 'decided_at as decided'])
      .where('id', '=', _id)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  rule: async (row, { record }, trx) =>
    (await deps.consequences.whyStopped(trx, 'booking.cleared', record)) ?? whyNotCleared(row),
  change: async (trx, { paid }, { record: { _id }, caller }) => {
    const completed_at = new Date();
    await trx
      .updateTable('bookings')
      .set({ completed: true, completed_at, completed_by: caller.userId })
      .where('id', '=', _id)
      .execute();
    return {
      before: { paid, completed: false },
      after: { paid, completed: true, completedAt: completed_at.toISOString() },
    };
  },
  answer: (trx, { record: { _id } }) => bookingNow(trx, _id),
});
