import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { z } from 'zod';
import { bookingFields } from '#contract/booking-fields.ts';
import { type Booking, bookingSchema } from '#contract/bookings.ts';
import { capturedBookingSchema } from '#contract/capture.ts';
import type { NewBooking } from '#contract/new-bookings.ts';
import { type BookedOffence, bookedOffenceSchema } from '#contract/offences.ts';
import { type Person, personSchema } from '#contract/people.ts';
import type { Organisation } from '#contract/places.ts';
import { asText } from '#server/db/as-text.ts';
import { bookingColumns, selected } from '#server/db/booking-columns.ts';
import type { Database } from '#server/db/database.ts';
import { arrivedLate } from '#server/db/made-at.ts';
import { personIn } from '#server/db/people.ts';
import { positionIn } from '#server/db/position.ts';

/** The fields that are stored exactly as a device sends them; `dob` is a day, or null. */
const sent = bookingFields.filter((field) => field !== 'dob');
type SentRow = {
  [Field in (typeof sent)[number] as (typeof bookingColumns)[Field]]: NewBooking[Field];
};

/**
 * The device's own account of a booking that it kept before it could send it, as it crosses the
 * wire. `table` may name another query with these columns.
 */
export const capturedOf = (table: string): RawBuilder<Booking['captured']> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`case when ${column('made_at')} is not null then json_build_object(
    'madeAt', ${instant(`${table}.made_at`)},
    'late', ${arrivedLate(table)},
    'broughtInBy', ${personIn(`${table}.brought_in_by`, `${table}.created_at`)},
    'toldPrice', ${column('told_kobo')} / 100,
    'priceOnArrival', ${column('arrival_kobo')} / 100) end`;
};

/** An instant in a column, UTC, as JSON has it. */
const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const replacedBy = sql<string>`coalesce(case when bookings.withdrawn_at is not null then (
  select id from bookings as again where again.replaces = bookings.id
  order by again.created_at limit 1) end, '')`;

/** The columns of a booking that hold what a device sent. */
export function rowOfSent(body: NewBooking) {
  const entries = sent.map((field) => [bookingColumns[field], body[field]]);
  return {
    ...(Object.fromEntries(entries) as SentRow),
    confiscations: body.confiscations,
    signature: body.signature,
    dob: body.dob || null,
    ...(body.ticketCode !== undefined && { ticket_code: body.ticketCode }),
    replaces: body.replaces || null,
    shown_version: body.capture?.shown ? 1 : null,
    position_lat: body.position?.lat ?? null,
    position_lng: body.position?.lng ?? null,
    position_accuracy: body.position?.accuracy ?? null,
  };
}

/** The booking's own columns under the names they have on the wire. */
const ownColumns = [
  'bookings.id as _id',
  'bookings.bill_ref as billRef',
  'bookings.paid',
  'bookings.completed',
  'bookings.created_at as createdAt',
  'bookings.completed_at as completedAt',
  'bookings.organisation',
  'bookings.demo',
  'bookings.version',
  'bookings.corrected_at as correctedAt',
  'bookings.shown_version as shownVersion',
  'bookings.due_day as dueDay',
  'bookings.confiscations',
  'bookings.signature',
  ...selected(sent),
] as const;

/** The court's decision that ended it. */
const decided = sql`case when bookings.decided_at is not null then (
  select json_build_object('at', ${instant('bookings.decided_at')}, 'outcomes', (
      select json_agg(distinct charge ->> 'outcome') from jsonb_array_elements(charges) as charge),
    'vehicleFree', vehicle_free)
  from court_cases where court_cases.booking_id = bookings.id) end`;

/** A query of whole bookings; the caller adds scope, order and limit. */
export function selectBookings(db: Database) {
  return db
    .selectFrom('bookings')
    .leftJoin('payments', 'payments.booking_id', 'bookings.id')
    .select(ownColumns)
    .select(['payments.confirmed_at as paidAt', 'payments.receipt'])
    .select((eb) => [
      sql<string>`coalesce(bookings.replaces, '')`.as('replaces'),
      replacedBy.as('replacedBy'),
      sql<string>`coalesce(to_char(bookings.dob, 'YYYY-MM-DD'), '')`.as('dob'),
      eb('bookings.price_kobo', '/', sql<number>`100`).as('price'),
      positionIn('bookings').as('position'),
      capturedOf('bookings').as('captured'),
      personIn('bookings.created_by', 'bookings.created_at').as('createdBy'),
      personIn('bookings.completed_by', 'bookings.completed_at').as('completedBy'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'bookings.withdrawn_by')
          .select((user) => [
            user.ref('bookings.withdrawn_reason').as('reason'),
            user.ref('bookings.withdrawn_at').as('at'),
            personIn('bookings.withdrawn_by', 'bookings.withdrawn_at').as('by'),
          ]),
      ).as('withdrawal'),
      decided.as('decision'),
      jsonArrayFrom(
        eb
          .selectFrom('booking_offences as line')
          .whereRef('line.booking_id', '=', 'bookings.id')
          .orderBy('line.line')
          .select([
            'line.offence_id as id',
            'line.name',
            'line.penalty',
            sql<number>`line.amount_kobo / 100`.as('amount'),
            'line.code',
            'line.mdas_id as mdasId',
          ]),
      ).as('offence'),
      sql<string[]>`array(select law from booking_offences
        where booking_id = bookings.id order by line)`.as('laws'),
    ]);
}

const withdrawalRow = z.object({
  reason: z.string(),
  by: personSchema,
  // In JSON, PostgreSQL writes the time zone as an offset instead of `Z`.
  at: z.string().transform((at) => new Date(at).toISOString()),
});

const rowSchema = bookingSchema.extend({
  createdAt: z.date().transform((at) => at.toISOString()),
  paidAt: z
    .date()
    .nullable()
    .transform((at) => at?.toISOString() ?? null),
  completedAt: z
    .date()
    .nullable()
    .transform((at) => at?.toISOString() ?? null),
  correctedAt: z
    .date()
    .nullable()
    .transform((at) => at?.toISOString() ?? null),
  receipt: z
    .string()
    .nullable()
    .transform((receipt) => receipt ?? ''),
  createdBy: personSchema,
  withdrawal: withdrawalRow.nullable(),
  captured: capturedBookingSchema.nullable(),
  offence: z.array(bookedOffenceSchema),
});

type BookingRow = Awaited<ReturnType<ReturnType<typeof selectBookings>['execute']>>[number];

/** A stored booking as it crosses the wire: naira, UTC. */
export const bookingToWire = (row: BookingRow): Booking => rowSchema.parse(row);

/** PostgreSQL answers this of a booking that was just made. */
interface Made {
  readonly created_at: Date;
  readonly created_by: Person | null;
  readonly organisation: Organisation;
  readonly demo: boolean;
  readonly price_kobo: number;
  readonly due_day: string | null;
  readonly captured: Booking['captured'];
  readonly position: Booking['position'];
  readonly offence: BookedOffence[];
  readonly laws: string[];
}

/** The same of a booking that was just made, without reading it: nothing has become of it yet. */
export const madeToWire = (
  id: string,
  { capture, ticketCode: _ticketCode, ...body }: NewBooking,
  made: Made,
): Booking => ({
  ...body,
  _id: id,
  billRef: null,
  paid: false,
  completed: false,
  createdAt: made.created_at.toISOString(),
  createdBy: personSchema.parse(made.created_by),
  paidAt: null,
  receipt: '',
  completedAt: null,
  completedBy: null,
  withdrawal: null,
  decision: null,
  version: 1,
  correctedAt: null,
  shownVersion: capture?.shown ? 1 : null,
  dueDay: made.due_day,
  replacedBy: '',
  organisation: made.organisation,
  demo: made.demo,
  offence: made.offence,
  laws: made.laws,
  captured: made.captured,
  position: made.position,
  price: made.price_kobo / 100,
});

/** Each field of a booking on the wire, for a query of `bookings` and `payments`. */
const wireFields: Readonly<Record<keyof Booking, RawBuilder<unknown>>> = {
  _id: sql`bookings.id`,
  billRef: sql`bookings.bill_ref`,
  paid: sql`bookings.paid`,
  completed: sql`bookings.completed`,
  createdAt: instant('bookings.created_at'),
  createdBy: personIn('bookings.created_by', 'bookings.created_at'),
  paidAt: instant('payments.confirmed_at'),
  receipt: sql`coalesce(payments.receipt, '')`,
  completedAt: instant('bookings.completed_at'),
  completedBy: personIn('bookings.completed_by', 'bookings.completed_at'),
  withdrawal: sql`case when bookings.withdrawn_at is not null then json_build_object(
    'reason', bookings.withdrawn_reason, 'at', ${instant('bookings.withdrawn_at')},
    'by', ${personIn('bookings.withdrawn_by', 'bookings.withdrawn_at')}) end`,
  decision: decided,
  version: sql`bookings.version`,
  correctedAt: instant('bookings.corrected_at'),
  shownVersion: sql`bookings.shown_version`,
  dueDay: sql`bookings.due_day`,
  replaces: sql`coalesce(bookings.replaces, '')`,
  replacedBy,
  organisation: sql`bookings.organisation`,
  demo: sql`bookings.demo`,
  ...(Object.fromEntries(
    sent.map((field) => [field, sql.ref(`bookings.${bookingColumns[field]}`)]),
  ) as Record<(typeof sent)[number], RawBuilder<unknown>>),
  confiscations: sql`bookings.confiscations`,
  signature: sql`bookings.signature`,
  dob: sql`coalesce(to_char(bookings.dob, 'YYYY-MM-DD'), '')`,
  price: sql`bookings.price_kobo / 100`,
  captured: capturedOf('bookings'),
  position: positionIn('bookings'),
  offence: sql`(
    select coalesce(json_agg(json_build_object(
      'id', line.offence_id, 'name', line.name, 'penalty', line.penalty,
      'amount', line.amount_kobo / 100, 'code', line.code, 'mdasId', line.mdas_id
    ) order by line.line), '[]')
    from booking_offences as line where line.booking_id = bookings.id)`,
  laws: sql`array(select law from booking_offences where booking_id = bookings.id order by line)`,
};

/**
 * The columns of a query of `bookings` and `payments`: a booking as it crosses the wire (naira,
 * UTC). PostgreSQL writes them as JSON.
 */
export const wireColumns = asText(
  sql.join(Object.entries(wireFields).map(([field, value]) => sql`${value} as ${sql.ref(field)}`)),
);
