import type { NewAddition } from '#contract/collision-additions.ts';
import { collisionFactsSchema } from '#contract/collision-facts.ts';
import type { Collision } from '#contract/collisions.ts';
import { said } from '#contract/language.ts';
import {
  type NewCollision,
  plateTwice,
  repeatedPlate,
  vehicleLabels,
} from '#contract/new-collisions.ts';
import { plainSentence } from '#contract/sentences.ts';
import { plateText } from '#contract/text.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { dayOf } from '#server/time.ts';

/** Pictures and the video of a collision are told apart by their field. */
export const kindOf = (field: string) => (field === 'vid' ? 'video' : 'picture');

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
 * Groups files by subject. 400 for a plate that comes twice, for a file of a plate that is not
 * among the vehicles, and without a picture of the scene or a video.
 */
export function evidenceOf<F extends Sent>(
  vehicles: Vehicles,
  files: readonly F[],
): Outcome<Evidence<F>> {
  const plates = vehicles.map(({ plate }) => plate);
  const twice = repeatedPlate(plates);
  if (twice >= 0) return invalid(`vehicle.${twice}.plate`, plateTwice(plates[twice] ?? ''));
  const labels = vehicleLabels(plates);
  const ofVehicles = new Map<string, F>();
  for (const file of files) {
    const { kind, label } = vehicleFieldOf(file.field);
    if (label === undefined) continue;
    if (!labels.includes(label))
      return invalid(file.field, `This collision has no vehicle ${label}.`);
    const key = `${kind}-${label}`;
    if (ofVehicles.has(key)) return invalid(file.field, `Send only one file as ${key}.`);
    ofVehicles.set(key, file);
  }
  const img = files.filter(({ field }) => field === 'img');
  const vid = files.find(({ field }) => field === 'vid');
  if (img.length === 0 && !vid) return invalid('img', said('Add an image or a video as evidence.'));
  return {
    img,
    vid,
    vehicles: labels.map((label) => ({
      driver: ofVehicles.get(`driverImg-${label}`),
      vehicle: ofVehicles.get(`vehicleImg-${label}`),
    })),
  };
}

function vehicleFieldOf(field: string): { kind: string; label?: string } {
  const [, kind = '', label] = /^(driverImg|vehicleImg)-(.*)$/s.exec(field) ?? [];
  if (label === undefined) return { kind };
  const plate = plateText.safeParse(label);
  return { kind, label: plate.success ? plate.data : label };
}

/**
 * The announced file that each one beside the words is, as far as it was announced; no two are the
 * same.
 */
export function announcedBeside<F extends Sent, A extends Sent>(
  came: readonly F[],
  announced: readonly A[],
  isSame: (file: F, known: A) => boolean,
): ReadonlyMap<F, A> {
  const found = new Map<F, A>();
  const left = new Set(announced);
  for (const file of came) {
    const known = [...left].find((one) => one.field === file.field && isSame(file, one));
    if (!known) continue;
    found.set(file, known);
    left.delete(known);
  }
  return found;
}

/** The announced files that did not come beside the words. */
export function stillToCome<A extends Sent>(
  announced: readonly A[],
  beside: ReadonlyMap<unknown, A>,
): A[] {
  const came = new Set(beside.values());
  return announced.filter((file) => !came.has(file));
}

/** The body with its facts as they are kept; 400 for those that can't be. */
export function withFacts(body: NewCollision): Outcome<NewCollision> {
  const { facts = {}, ...rest } = body;
  const read = collisionFactsSchema.safeParse(facts, { error: plainSentence });
  if (!read.success) {
    const { path, message } = read.error.issues[0] ?? { path: [], message: '' };
    return invalid(['facts', ...path].join('.'), message);
  }
  return Object.keys(read.data).length > 0 ? { ...rest, facts: read.data } : rest;
}

export const idTaken = new Refusal(
  409,
  'id_taken',
  'This collision could not be stored under its _id. Record it again with a new _id.',
);

export const fileIdTaken = new Refusal(
  409,
  'file_id_taken',
  'Another file already has this id. Announce this file with a new id.',
);

/** The reason why something can't be added: files beside no evidence, or a day that can't be. */
export function whyNotAdded(
  { createdAt, captured }: Pick<Collision, 'createdAt' | 'captured'>,
  { kind, diedOn }: NewAddition,
  files: number,
): Refusal | null {
  if (kind === 'evidence' ? files !== 1 : files > 0)
    return invalid('img', 'Send one picture or one video, and only as evidence.');
  if (kind !== 'death' || diedOn === undefined) return null;
  if (diedOn > dayOf(new Date())) return invalid('diedOn', 'Enter today or an earlier day.');
  return diedOn < dayOf(captured?.madeAt ?? createdAt)
    ? invalid('diedOn', 'Enter the day of the collision or a later day.')
    : null;
}

export const additionIdTaken = new Refusal(
  409,
  'id_taken',
  'Something else has already been added under this id. Open the collision again.',
);

export const countedSince = new Refusal(
  409,
  'counted_since',
  'The counts have changed since you opened this collision. Reload the page to see the latest.',
);

export const fewerInjured = new Refusal(
  409,
  'fewer_injured',
  'Fewer people than you entered were counted as injured. Enter a smaller number, or clear “Already counted as injured”.',
);
