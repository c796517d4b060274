import type { InsertObject, Transaction } from 'kysely';
import type { NewCollision } from '#contract/new-collisions.ts';
import type { Organisation } from '#contract/places.ts';
import { madeBefore } from '#server/db/made-at.ts';
import type { DB } from '#server/db/tables.ts';
import { type Evidence, kindOf } from './rules.ts';

/** The server's own part of a collision. */
interface Made {
  readonly id: string;
  readonly hash: string;
  readonly organisation: Organisation;
  readonly createdBy: string;
  readonly demo: boolean;
  /** Milliseconds; null where its device says nothing. */
  readonly onTheWay: number | null;
}

export function collisionRow(body: NewCollision, made: Made): InsertObject<DB, 'collisions'> {
  return {
    id: made.id,
    body_hash: made.hash,
    organisation: made.organisation,
    zone: body.zone,
    created_by: made.createdBy,
    made_at: made.onTheWay === null ? null : madeBefore(made.onTheWay),
    demo: made.demo,
    team: body.team,
    location: body.location,
    description: body.desc,
    cars: body.noOfCars,
    injuries: body.noOfInjuries,
    fatalities: body.noOfFatalities,
    notes: body.notes,
    facts: body.facts ? JSON.stringify(body.facts) : null,
    position_lat: body.position?.lat ?? null,
    position_lng: body.position?.lng ?? null,
    position_accuracy: body.position?.accuracy ?? null,
  };
}

/** An announced file as it is stored, without the place that it is announced for. */
export const comingRow = (
  collision_id: string,
  { id, field, bytes, sha256, type, taken }: NewCollision['coming'][number],
) => ({
  id,
  collision_id,
  field,
  kind: kindOf(field),
  bytes,
  sha256,
  content_type: type ?? null,
  taken: taken ? JSON.stringify(taken) : null,
});

/** An id of an announced file that another one has. */
export class FileIdTaken extends Error {}

/**
 * The lines below a collision: its vehicles, statements and evidence, in the order they were sent.
 * Files still to come keep their places. `beside` are the announced files that came with it, by the
 * ids under which they are stored.
 */
export async function insertLines(
  trx: Transaction<DB>,
  body: NewCollision,
  id: string,
  evidence: Evidence<{ readonly id: string }>,
  beside: ReadonlyMap<string, NewCollision['coming'][number]> = new Map(),
): Promise<void> {
  const coming = new Map(body.coming.map((file) => [file.id, file]));
  const here = (file?: { readonly id: string }) =>
    file === undefined || coming.has(file.id) ? null : file.id;
  const at = (index: number) => ({ collision_id: id, line: index + 1 });
  const vehicles = body.vehicle.map(({ plate, make, model, name, phone }, index) => {
    const files = evidence.vehicles[index];
    return {
      ...at(index),
      plate,
      make,
      model,
      name,
      phone,
      driver_file: here(files?.driver),
      vehicle_file: here(files?.vehicle),
    };
  });
  const witnesses = body.witness.map(({ type, name, phone, statement }, index) => ({
    ...at(index),
    type,
    name,
    phone,
    statement,
  }));
  const officers = body.officer.map(({ perpetrator, statement, type }, index) => ({
    ...at(index),
    perpetrator,
    statement,
    type,
  }));
  const scene = evidence.vid ? [...evidence.img, evidence.vid] : evidence.img;
  const files = scene.flatMap((file, index) =>
    here(file) === null ? [] : [{ ...at(index), file_id: file.id }],
  );
  const announced = [
    ...scene.map((file, index) => ({ file, place: { line: index + 1 } })),
    ...evidence.vehicles.flatMap(({ driver, vehicle }, index) => [
      { file: driver, place: { vehicle_line: index + 1, shows: 'driver' } },
      { file: vehicle, place: { vehicle_line: index + 1, shows: 'vehicle' } },
    ]),
  ].flatMap(({ file, place }) => {
    const known = file && (coming.get(file.id) ?? beside.get(file.id));
    if (!known) return [];
    return [{ ...comingRow(id, known), ...place, file_id: here(file) }];
  });

  await trx.insertInto('collision_vehicles').values(vehicles).execute();
  if (witnesses.length > 0) await trx.insertInto('collision_witnesses').values(witnesses).execute();
  if (officers.length > 0) await trx.insertInto('collision_officers').values(officers).execute();
  if (files.length > 0) await trx.insertInto('collision_files').values(files).execute();
  if (announced.length === 0) return;
  const taken = await trx
    .insertInto('coming_files')
    .values(announced)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (taken.length < body.coming.length) throw new FileIdTaken();
}
