import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { z } from 'zod';
import {
  dossierBookingSchema,
  dossierCollisionSchema,
  dossierReach,
  driverFactNames,
  driverFactsSchema,
  vehicleFactNames,
  vehicleFactsSchema,
} from '#contract/dossiers.ts';
import { personSchema } from '#contract/people.ts';
import { selected } from '#server/db/booking-columns.ts';
import type { Database } from '#server/db/database.ts';
import { countsItself, injuredIn, killedIn, personIn } from '#server/db/people.ts';
import { unpaidSql } from '#server/db/unpaid.ts';
import type { Caller } from '#server/http/caller.ts';
import { type About, isBeyondReach, newestBookingsAbout, vehiclesAbout } from './matches.ts';

/** In JSON, PostgreSQL writes the time zone as an offset instead of `Z`. */
const instant = z.string().transform((at) => new Date(at).toISOString());
const naira = z.number().transform((kobo) => kobo / 100);

const bookingRow = z.object({
  ...dossierBookingSchema.shape,
  createdAt: instant,
  captured: z.object({ madeAt: instant }).nullable(),
  price: naira,
  createdBy: personSchema,
  ...vehicleFactsSchema.shape,
  ...driverFactsSchema.shape,
});
export type BookingRow = z.output<typeof bookingRow>;

const collisionRow = dossierCollisionSchema.extend({
  createdAt: instant,
  captured: z.object({ madeAt: instant }).nullable(),
});
export type CollisionRow = z.output<typeof collisionRow>;

const found = z.object({
  sums: z.object({
    open: z.number(),
    openSum: naira,
    overdue: z.number(),
    obligations: z.number(),
    paid: z.number(),
    paidSum: naira,
    first: instant.nullable(),
    last: instant.nullable(),
    read: z.number(),
    more: z.boolean(),
  }),
  bookings: z.array(bookingRow),
  crashSums: z.object({
    count: z.number(),
    first: instant.nullable(),
    last: instant.nullable(),
  }),
  crashes: z.array(collisionRow),
});
/**
 * Sums over the newest `dossierReach` bookings, with `more` where these are not all, and over every
 * collision; and the newest records themselves.
 */
export type Found = z.output<typeof found>;

/**
 * Reads the records of a plate, licence or phone in the caller's scope in one statement, newest
 * first.
 */
export async function findAbout(
  db: Database,
  caller: Caller,
  about: About,
  limit: number,
): Promise<Found> {
  // One crash is told once: by the record that counts, where it is about the subject too.
  const crash = sql<string>`coalesce(collisions.counts_as, collisions.id)`;
  const told = db
    .selectFrom('collision_vehicles as vehicle')
    .innerJoin('collisions', 'collisions.id', 'vehicle.collision_id')
    .where(vehiclesAbout(caller, about))
    .select([
      'vehicle.collision_id',
      'vehicle.line',
      sql<string>`first_value(collisions.id) over (
        partition by ${crash} order by ${countsItself} desc, collisions.id)`.as('told'),
    ]);
  const vehicles = db
    .selectFrom(told.as('about'))
    .whereRef('about.collision_id', '=', 'about.told')
    .innerJoin('collisions', 'collisions.id', 'about.collision_id')
    .innerJoin('collision_vehicles as vehicle', (join) =>
      join
        .onRef('vehicle.collision_id', '=', 'about.collision_id')
        .onRef('vehicle.line', '=', 'about.line'),
    );
  const row = await db
    .with(
      (cte) => cte('matching').materialized(),
      () => newestBookingsAbout(caller, about, dossierReach + 1),
    )
    .selectNoFrom((eb) => {
      const unpaid = sql.raw(unpaidSql('newest'));
      const newest = (most: number) =>
        eb
          .selectFrom('matching')
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(most)
          .as('newest');
      return [
        jsonObjectFrom(
          eb.selectFrom(newest(dossierReach)).select((eb) => [
            sql<number>`count(*) filter (where ${unpaid})`.as('open'),
            sql<number>`coalesce(sum(price_kobo) filter (where ${unpaid}), 0)`.as('openSum'),
            sql<number>`count(*) filter (where ${unpaid} and due_day < lagos_day(now()))`.as(
              'overdue',
            ),
            sql<number>`coalesce(sum((select count(*) from obligations
                where booking_id = newest.id and state in ('open', 'waiver asked'))), 0)`.as(
              'obligations',
            ),
            sql<number>`count(*) filter (where paid)`.as('paid'),
            sql<number>`coalesce(sum(price_kobo) filter (where paid), 0)`.as('paidSum'),
            sql<Date>`min(coalesce(made_at, created_at))`.as('first'),
            sql<Date>`max(coalesce(made_at, created_at))`.as('last'),
            eb.fn.countAll().as('read'),
            sql<boolean>`(select count(*) > ${dossierReach} from matching) or ${isBeyondReach(caller, about)}`.as(
              'more',
            ),
          ]),
        ).as('sums'),
        jsonArrayFrom(
          eb
            .selectFrom(newest(limit))
            .innerJoin('bookings', 'bookings.id', 'newest.id')
            .select(bookingColumns)
            .select((eb) => [
              sql<string>`coalesce(to_char(bookings.dob, 'YYYY-MM-DD'), '')`.as('dob'),
              sql<boolean>`bookings.withdrawn_at is not null`.as('withdrawn'),
              sql<boolean>`bookings.decided_at is not null`.as('decided'),
              madeOf('bookings').as('captured'),
              personIn('bookings.created_by', 'bookings.created_at').as('createdBy'),
              jsonArrayFrom(
                eb
                  .selectFrom('booking_offences as line')
                  .whereRef('line.booking_id', '=', 'bookings.id')
                  .orderBy('line.line')
                  .select(['line.offence_id as id', 'line.name']),
              ).as('offence'),
            ])
            .orderBy('newest.created_at', 'desc')
            .orderBy('newest.id', 'desc'),
        ).as('bookings'),
        jsonObjectFrom(
          vehicles.select((eb) => [
            eb.fn.count('collisions.id').distinct().as('count'),
            sql<Date>`min(coalesce(collisions.made_at, collisions.created_at))`.as('first'),
            sql<Date>`max(coalesce(collisions.made_at, collisions.created_at))`.as('last'),
          ]),
        ).as('crashSums'),
        jsonArrayFrom(
          vehicles
            .select([
              'collisions.id as _id',
              'collisions.created_at as createdAt',
              'collisions.zone',
              'collisions.location',
              sql<number>`cars_in(collisions)`.as('noOfCars'),
              injuredIn.as('noOfInjuries'),
              killedIn.as('noOfFatalities'),
              madeOf('collisions').as('captured'),
              sql`json_build_object('plate', vehicle.plate, 'make', vehicle.make, 'model',
              vehicle.model, 'name', vehicle.name, 'phone', vehicle.phone)`.as('vehicle'),
            ])
            .orderBy('collisions.created_at', 'desc')
            .orderBy('collisions.id', 'desc')
            .orderBy('vehicle.line')
            .limit(limit),
        ).as('crashes'),
      ];
    })
    .executeTakeFirstOrThrow();
  return found.parse(row);
}

/** The device's own time, where it gave one. */
const madeOf = (table: 'bookings' | 'collisions') => {
  const madeAt = sql.ref(`${table}.made_at`);
  return sql`case when ${madeAt} is not null then json_build_object('madeAt', ${madeAt}) end`;
};

const bookingColumns = [
  'bookings.id as _id',
  'bookings.created_at as createdAt',
  'bookings.paid',
  'bookings.completed',
  'bookings.price_kobo as price',
  'bookings.zone',
  'bookings.location',
  ...selected([...vehicleFactNames, ...driverFactNames]),
] as const;
