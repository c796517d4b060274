import type { InsertObject, Transaction } from 'kysely';
import type { NewCollision } from '#contract/new-collisions.ts';
import type { Organisation } from '#contract/places.ts';
import type { DB } from '#server/db/tables.ts';
import { madeBefore } from '#server/features/late-records/commands.ts';
import { type Evidence, searchText } from './rules.ts';

/** What the server adds to the fields of a collision. */
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
    position_lat: body.position?.lat ?? null,
    position_lng: body.position?.lng ?? null,
    position_accuracy: body.position?.accuracy ?? null,
    search_text: searchText(body, made.id),
  };
}

/** The lines below a collision: its vehicles, statements and evidence, in the order they were sent. */
export async function insertLines(
  trx: Transaction<DB>,
  body: NewCollision,
  id: string,
  evidence: Evidence<{ readonly id: string }>,
): Promise<void> {
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
      driver_file: files?.driver?.id ?? null,
      vehicle_file: files?.vehicle?.id ?? null,
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
    description: type,
  }));
  const scene = evidence.vid ? [...evidence.img, evidence.vid] : evidence.img;
  const files = scene.map((file, index) => ({ ...at(index), file_id: file.id }));

  await trx.insertInto('collision_vehicles').values(vehicles).execute();
  if (witnesses.length > 0) await trx.insertInto('collision_witnesses').values(witnesses).execute();
  if (officers.length > 0) await trx.insertInto('collision_officers').values(officers).execute();
  await trx.insertInto('collision_files').values(files).execute();
}
