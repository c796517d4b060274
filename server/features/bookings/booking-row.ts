import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { z } from 'zod';
import { type Booking, bookingSchema, personSchema } from '#contract/bookings.ts';
import { bookedOffenceSchema } from '#contract/offences.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';

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
  'bookings.license',
  'bookings.name',
  'bookings.phone_no as phoneNo',
  'bookings.email',
  'bookings.phone_two as phoneTwo',
  'bookings.height',
  'bookings.gender',
  'bookings.address',
  'bookings.registration',
  'bookings.color',
  'bookings.make',
  'bookings.model',
  'bookings.vehicle_type as vehicleType',
  'bookings.vehicle_body as vehicleBody',
  'bookings.fuel_type as type',
  'bookings.origin',
  'bookings.vehicle_year as vehicleYear',
  'bookings.capacity',
  'bookings.vin',
  'bookings.pin',
  'bookings.zone',
  'bookings.team',
  'bookings.location',
  'bookings.notes',
  'bookings.eo_code as eoCode',
  'bookings.beat_code as beatCode',
  'bookings.confiscations',
] as const;

type PersonColumn = 'created_by' | 'completed_by' | 'withdrawn_by';

const personRow = (eb: ExpressionBuilder<DB, 'bookings'>, column: PersonColumn) =>
  jsonObjectFrom(
    eb
      .selectFrom('users')
      .whereRef('users.id', '=', `bookings.${column}`)
      .select((user) => [
        'users.id',
        'users.role',
        sql<string>`${user.ref('users.first_name')} || ' ' || ${user.ref('users.last_name')}`.as(
          'name',
        ),
      ]),
  );

/** A query of whole bookings; the caller adds scope, order and limit. */
export function selectBookings(db: Database) {
  return db
    .selectFrom('bookings')
    .leftJoin('payments', 'payments.booking_id', 'bookings.id')
    .select(ownColumns)
    .select(['payments.confirmed_at as paidAt', 'payments.receipt'])
    .select((eb) => [
      sql<string>`coalesce(to_char(bookings.dob, 'YYYY-MM-DD'), '')`.as('dob'),
      eb('bookings.price_kobo', '/', sql<number>`100`).as('price'),
      sql`case when bookings.position_lat is null then null else json_build_object(
        'lat', bookings.position_lat, 'lng', bookings.position_lng,
        'accuracy', bookings.position_accuracy) end`.as('position'),
      personRow(eb, 'created_by').as('createdBy'),
      personRow(eb, 'completed_by').as('completedBy'),
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'bookings.withdrawn_by')
          .select((user) => [
            user.ref('bookings.withdrawn_reason').as('reason'),
            user.ref('bookings.withdrawn_at').as('at'),
            personRow(eb, 'withdrawn_by').as('by'),
          ]),
      ).as('withdrawal'),
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
    ]);
}

const withdrawalRow = z.object({
  reason: z.string(),
  by: personSchema,
  // PostgreSQL writes the time zone of an instant in JSON as an offset.
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
  receipt: z
    .string()
    .nullable()
    .transform((receipt) => receipt ?? ''),
  createdBy: personSchema,
  withdrawal: withdrawalRow.nullable(),
  offence: z.array(bookedOffenceSchema),
});

type BookingRow = Awaited<ReturnType<ReturnType<typeof selectBookings>['execute']>>[number];

/** A stored booking as it crosses the wire: naira, UTC. */
export const bookingToWire = (row: BookingRow): Booking => rowSchema.parse(row);
