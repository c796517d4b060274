import type { NewCollision } from '#contract/new-collisions.ts';
import { plateText } from '#contract/text.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';

/** A file with the field that says what it shows. */
interface Sent {
  readonly field: string;
}

/** The files of a collision by what they show; those of vehicles in the order of the vehicles. */
export interface Evidence<F> {
  readonly img: readonly F[];
  readonly vid: F | undefined;
  readonly vehicles: readonly VehicleFiles<F>[];
}

interface VehicleFiles<F> {
  readonly driver: F | undefined;
  readonly vehicle: F | undefined;
}

type Vehicles = NewCollision['vehicle'];

/**
 * Groups files by what they show. 400 for a plate that comes twice, for a file of a plate that is
 * not among the vehicles, and when there is neither a picture of the scene nor a video.
 */
export function evidenceOf<F extends Sent>(
  vehicles: Vehicles,
  files: readonly F[],
): Outcome<Evidence<F>> {
  const labels = labelsOf(vehicles);
  if (labels instanceof Refusal) return labels;
  const ofVehicles = new Map<string, F>();
  for (const file of files) {
    const { kind, label } = vehicleFieldOf(file.field);
    if (label === undefined) continue;
    if (!labels.includes(label))
      return invalid(file.field, `No vehicle of this collision is ${label}.`);
    const key = `${kind}-${label}`;
    if (ofVehicles.has(key)) return invalid(file.field, `Send one file as ${key}.`);
    ofVehicles.set(key, file);
  }
  const img = files.filter(({ field }) => field === 'img');
  const vid = files.find(({ field }) => field === 'vid');
  if (img.length === 0 && !vid) return invalid('img', 'Add an image or a video as evidence.');
  return {
    img,
    vid,
    vehicles: labels.map((label) => ({
      driver: ofVehicles.get(`driverImg-${label}`),
      vehicle: ofVehicles.get(`vehicleImg-${label}`),
    })),
  };
}

/** The name of each vehicle in file fields: its plate, or `#1`, `#2`, … for those without one. */
function labelsOf(vehicles: Vehicles): Outcome<readonly string[]> {
  const labels: string[] = [];
  let unnamed = 0;
  for (const [index, { plate }] of vehicles.entries()) {
    const field = `vehicle.${index}.plate`;
    if (plate.startsWith('#')) return invalid(field, 'A plate does not begin with #.');
    if (plate !== '' && labels.includes(plate))
      return invalid(field, `The plate ${plate} is on this collision already.`);
    labels.push(plate === '' ? `#${(unnamed += 1)}` : plate);
  }
  return labels;
}

function vehicleFieldOf(field: string): { kind: string; label?: string } {
  const [, kind = '', label] = /^(driverImg|vehicleImg)-(.*)$/s.exec(field) ?? [];
  if (label === undefined) return { kind };
  const plate = plateText.safeParse(label);
  return { kind, label: plate.success ? plate.data : label };
}

export const idTaken = new Refusal(
  409,
  'id_taken',
  'This collision could not be stored under its _id. Record it again with a new one.',
);

export const fileIdTaken = new Refusal(
  409,
  'file_id_taken',
  'A file was announced under an id that another one has. Announce it with a new one.',
);
