import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { z } from 'zod';
import { type Collision, collisionSchema } from '#contract/collisions.ts';
import { personSchema } from '#contract/people.ts';
import type { Database } from '#server/db/database.ts';
import { capturedIn } from '#server/db/made-at.ts';
import { injuredIn, killedIn, personIn } from '#server/db/people.ts';
import { positionIn } from '#server/db/position.ts';
import type { DB } from '#server/db/tables.ts';

type Builder = ExpressionBuilder<DB, 'collisions'>;

const vehiclesOf = (eb: Builder) =>
  jsonArrayFrom(
    eb
      .selectFrom('collision_vehicles as one')
      .whereRef('one.collision_id', '=', 'collisions.id')
      .orderBy('one.line')
      .select([
        'one.plate',
        'one.make',
        'one.model',
        'one.name',
        'one.phone',
        'one.driver_file as driverImg',
        'one.vehicle_file as vehicleImg',
      ]),
  );

const witnessesOf = (eb: Builder) =>
  jsonArrayFrom(
    eb
      .selectFrom('collision_witnesses as one')
      .whereRef('one.collision_id', '=', 'collisions.id')
      .orderBy('one.line')
      .select(['one.type', 'one.name', 'one.phone', 'one.statement']),
  );

const officersOf = (eb: Builder) =>
  jsonArrayFrom(
    eb
      .selectFrom('collision_officers as one')
      .whereRef('one.collision_id', '=', 'collisions.id')
      .orderBy('one.line')
      .select(['one.perpetrator', 'one.statement', 'one.type']),
  );

const correctionsOf = (eb: Builder) =>
  jsonArrayFrom(
    eb
      .selectFrom('collision_corrections as one')
      .whereRef('one.collision_id', '=', 'collisions.id')
      .orderBy('one.id')
      .select([
        'one.corrected_at as at',
        personIn('one.corrected_by', 'one.corrected_at').as('by'),
        'one.reason',
        sql`json_build_object('noOfCars', one.cars_were, 'noOfInjuries', one.injuries_were,
          'noOfFatalities', one.fatalities_were)`.as('was'),
        sql`json_build_object('noOfCars', one.cars, 'noOfInjuries', one.injuries,
          'noOfFatalities', one.fatalities)`.as('now'),
      ]),
  );

const filesOf = (eb: Builder) =>
  jsonArrayFrom(
    eb
      .selectFrom('collision_files as one')
      .innerJoin('files', 'files.id', 'one.file_id')
      .whereRef('one.collision_id', '=', 'collisions.id')
      .orderBy('one.line')
      .select(['files.id', 'files.kind']),
  );

/** A query of whole collisions; the caller adds scope, order and limit. */
export function selectCollisions(db: Database) {
  return db.selectFrom('collisions').select((eb) => [
    'collisions.id as _id',
    'collisions.created_at as createdAt',
    'collisions.organisation',
    'collisions.demo',
    'collisions.zone',
    'collisions.team',
    'collisions.location',
    'collisions.description as desc',
    sql<number>`cars_in(collisions)`.as('noOfCars'),
    sql`facts_of(collisions)`.as('facts'),
    injuredIn.as('noOfInjuries'),
    killedIn.as('noOfFatalities'),
    sql<number>`(
      select count(*) from collision_additions where collision_id = collisions.id)`.as('additions'),
    sql`(
      select json_build_object('found', count(*), 'open', count(*) filter (where verdict is null))
      from collision_doubles where collisions.id in (first_id, second_id))`.as('doubles'),
    'collisions.counts_as as countsAs',
    correctionsOf(eb).as('corrections'),
    'collisions.notes',
    positionIn('collisions').as('position'),
    capturedIn('collisions').as('captured'),
    personIn('collisions.created_by', 'collisions.created_at').as('createdBy'),
    vehiclesOf(eb).as('vehicle'),
    witnessesOf(eb).as('witness'),
    officersOf(eb).as('officer'),
    filesOf(eb).as('files'),
    sql<number>`(
      select count(*) from coming_files
      where collision_id = collisions.id and file_id is null and given_up_at is null)`.as(
      'filesToCome',
    ),
    sql<number>`(
      select count(*) from coming_files
      where collision_id = collisions.id and file_id is null and given_up_at is null
        and unreadable_at is not null)`.as('filesUnreadable'),
  ]);
}

type CollisionRow = Awaited<ReturnType<ReturnType<typeof selectCollisions>['execute']>>[number];

/** The address under which a stored file can be fetched for a while. */
export type AddressOf = (fileId: string) => string;

/** Reads stored collisions as they cross the wire: UTC, files as addresses. */
export function collisionReader(addressOf: AddressOf): (row: CollisionRow) => Collision {
  const address = z
    .string()
    .nullable()
    .transform((id) => (id === null ? '' : addressOf(id)));
  const rowSchema = collisionSchema.extend({
    createdAt: z.date().transform((at) => at.toISOString()),
    createdBy: personSchema,
    corrections: z.array(
      collisionSchema.shape.corrections.element.extend({
        // In JSON, PostgreSQL writes the time zone as an offset instead of `Z`.
        at: z.string().transform((at) => new Date(at).toISOString()),
      }),
    ),
    vehicle: z.array(
      collisionSchema.shape.vehicle.element.extend({ driverImg: address, vehicleImg: address }),
    ),
  });
  return ({ files, ...row }) => {
    const addressesOf = (kind: string) =>
      files.filter((file) => file.kind === kind).map(({ id }) => addressOf(id));
    return rowSchema.parse({
      ...row,
      img: addressesOf('picture'),
      vid: addressesOf('video')[0] ?? '',
    });
  };
}
