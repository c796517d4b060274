import { ulid } from 'ulid';
import { z } from 'zod';
import type { LooseFacts } from '#contract/collisions.ts';
import type { SentBody } from '#contract/endpoint.ts';
import {
  type createCollision,
  type NewCollision,
  newCollisionSchema,
  newOfficerSchema,
  newVehicleSchema,
  newWitnessSchema,
  plateTwice,
  repeatedPlate,
} from '#contract/new-collisions.ts';
import { organisationSchema } from '#contract/places.ts';
import { ulidSchema } from '#contract/text.ts';
import {
  type Maker,
  type PlacedDraft,
  recordErrors,
  typedFields,
  typedFrom,
} from '#web/forms/record/record-kind.ts';
import { type RememberedPlace, startingPlace } from '#web/forms/remembered-place.ts';
import { plateOf } from './evidence.ts';

/** A row of a list; `key` identifies it on the screen and is not sent. */
type Row<List extends 'vehicle' | 'witness' | 'officer'> = NewCollision[List][number] & {
  key: string;
};
export type VehicleDraft = Row<'vehicle'>;

/** A collision while it is filled in, without its files; numbers are text, as they were typed. */
export interface CollisionDraft extends PlacedDraft {
  desc: string;
  noOfCars: string;
  noOfFatalities: string;
  noOfInjuries: string;
  vehicle: VehicleDraft[];
  witness: Row<'witness'>[];
  officer: Row<'officer'>[];
  notes: string;
  /** As it is sent; missing in older drafts. */
  facts?: LooseFacts;
}

const rows = ({ shape }: z.ZodObject) =>
  z.array(z.object({ ...typedFields(shape), key: z.string() }));

/** The typed part: the rest is added when the collision is sent. */
const { capture: _capture, coming: _coming, ...shape } = newCollisionSchema.shape;

/** A draft as the device stores it; its values need not be valid yet. */
export const collisionDraftSchema = z.object({
  ...typedFields(shape),
  _id: ulidSchema,
  organisation: organisationSchema.nullable(),
  vehicle: rows(newVehicleSchema),
  witness: rows(newWitnessSchema),
  officer: rows(newOfficerSchema),
  facts: shape.facts,
  // Types can't follow what `typedFields` does; a test checks that the schema fits the type.
}) as unknown as z.ZodType<CollisionDraft>;

/** An empty draft in the maker's scope, with the zone and team of their last booking. */
export function newDraft(
  _id: string,
  maker: Maker,
  remembered: RememberedPlace | null = null,
): CollisionDraft {
  const { organisation, zone, team } = startingPlace(maker, remembered);
  const counts = { noOfCars: '', noOfFatalities: '', noOfInjuries: '' };
  const rows = { vehicle: [], witness: [], officer: [] };
  const words = { location: '', desc: '', notes: '' };
  return { _id, organisation, zone, team, position: null, ...counts, ...rows, ...words };
}

export function newVehicle(): VehicleDraft {
  return { key: ulid(), plate: '', make: '', model: '', name: '', phone: '' };
}

export function newWitness(): Row<'witness'> {
  return { key: ulid(), type: 'unknown', name: '', phone: '', statement: '' };
}

export function newOfficer(): Row<'officer'> {
  return { key: ulid(), perpetrator: 'unknown', type: '', statement: '' };
}

/** NaN for '': the contract's schema has a sentence for that. */
const countOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Undefined values are not sent. */
const withoutKey = <R extends { key: string }>(row: R) => ({ ...row, key: undefined });

/** The body that is sent; injuries are left out where no number was typed. */
export function bodyOf(draft: CollisionDraft): SentBody<typeof createCollision> {
  const { organisation, noOfCars, noOfFatalities, noOfInjuries, ...rest } = draft;
  return {
    ...rest,
    ...(organisation !== null && { organisation }),
    noOfCars: countOf(noOfCars),
    noOfFatalities: countOf(noOfFatalities),
    ...(noOfInjuries.trim() !== '' && { noOfInjuries: countOf(noOfInjuries) }),
    vehicle: draft.vehicle.map(withoutKey),
    witness: draft.witness.map(withoutKey),
    officer: draft.officer.map(withoutKey),
  };
}

const asTyped = (count: unknown) => (typeof count === 'number' ? String(count) : '');

const withKeys = (rows: unknown): unknown[] =>
  Array.isArray(rows) ? rows.map((row: object) => ({ ...row, key: ulid() })) : [];

export const typedOf = (body: Readonly<Record<string, unknown>>): CollisionDraft | null =>
  typedFrom(collisionDraftSchema, newDraft('', null), body, {
    noOfCars: asTyped(body['noOfCars']),
    noOfFatalities: asTyped(body['noOfFatalities']),
    noOfInjuries: asTyped(body['noOfInjuries']),
    vehicle: withKeys(body['vehicle']),
    witness: withKeys(body['witness']),
    officer: withKeys(body['officer']),
  });

const contractErrors = recordErrors(newCollisionSchema, bodyOf);

/** The first error of each field: by the contract's schema, and for a plate that comes twice. */
export function draftErrors(draft: CollisionDraft): Record<string, string> {
  const errors = contractErrors(draft);
  const plates = draft.vehicle.map(({ plate }) => plateOf(plate));
  const twice = repeatedPlate(plates);
  if (twice >= 0) errors[`vehicle.${twice}.plate`] ??= plateTwice(plates[twice] ?? '');
  return errors;
}

/** The question about fewer vehicles counted than listed, which is mostly a slip; null where they agree. */
export function countInDoubt({ noOfCars, vehicle }: Pick<CollisionDraft, 'noOfCars' | 'vehicle'>) {
  const number = vehicle.length;
  if (!(countOf(noOfCars) >= 0 && countOf(noOfCars) < number)) return null;
  const counted = noOfCars.trim();
  return number === 1
    ? `You counted ${counted}, but listed 1 vehicle. Correct the count or the list, or submit again if both are right.`
    : `You counted ${counted}, but listed ${number} vehicles. Correct the count or the list, or submit again if both are right.`;
}
