import { ulid } from 'ulid';
import type { Position } from '#contract/booking-fields.ts';
import type { createCollision, perpetrators, witnessTypes } from '#contract/collisions.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { organisationOfState, type Organisation } from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { placeInScope, type RememberedPlace } from '#web/forms/remembered-place.ts';

/** `key` tells rows apart on the screen; it is not sent. */
export interface VehicleDraft {
  key: string;
  plate: string;
  make: string;
  model: string;
  name: string;
  phone: string;
}

export interface WitnessDraft {
  key: string;
  type: (typeof witnessTypes)[number];
  name: string;
  phone: string;
  statement: string;
}

/** `type` describes a perpetrator who is `other`. */
export interface OfficerDraft {
  key: string;
  perpetrator: (typeof perpetrators)[number];
  type: string;
  statement: string;
}

/** A collision while it is filled in, without its files; numbers as they were typed. */
export interface CollisionDraft {
  /** ULID made on the device, one for each form, so that sending again is harmless. */
  _id: string;
  /** Null until somebody of no state has chosen one. */
  organisation: Organisation | null;
  zone: string;
  team: string;
  location: string;
  position: Position | null;
  desc: string;
  noOfCars: string;
  noOfFatalities: string;
  noOfInjuries: string;
  vehicle: VehicleDraft[];
  witness: WitnessDraft[];
  officer: OfficerDraft[];
  notes: string;
}

/**
 * An empty draft in the user's own scope: their organisation and, if they have one, their zone; and
 * zone and team of the last booking, as long as they are in their scope.
 */
export function newDraft(
  _id: string,
  user: Pick<SignedInUser, 'state' | 'zone'> | null,
  remembered: RememberedPlace | null = null,
): CollisionDraft {
  const last = placeInScope(remembered, user);
  return {
    _id,
    organisation: user?.state ? organisationOfState(user.state) : (last?.organisation ?? null),
    zone: user?.zone ?? last?.zone ?? '',
    team: last?.team ?? '',
    location: '',
    position: null,
    desc: '',
    noOfCars: '',
    noOfFatalities: '',
    noOfInjuries: '',
    vehicle: [],
    witness: [],
    officer: [],
    notes: '',
  };
}

/** Whether two drafts hold the same words, whatever their ids. */
export function sameWords(one: CollisionDraft, other: CollisionDraft): boolean {
  const words = (draft: CollisionDraft) => JSON.stringify({ ...other, ...draft, _id: '' });
  return words(one) === words(other);
}

export function newVehicle(): VehicleDraft {
  return { key: ulid(), plate: '', make: '', model: '', name: '', phone: '' };
}

export function newWitness(): WitnessDraft {
  return { key: ulid(), type: 'unknown', name: '', phone: '', statement: '' };
}

export function newOfficer(): OfficerDraft {
  return { key: ulid(), perpetrator: 'unknown', type: '', statement: '' };
}

/** The id of a field's control, where links and errors lead; `vehicle` is the button that adds one. */
export function fieldId(path: string): string {
  return `collision-${path}`;
}

/** Not a number where nothing was typed: the contract has a sentence for that. */
const countOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** What goes over the wire; injuries that were not counted are left out. */
export function bodyOf(draft: CollisionDraft): SentBody<typeof createCollision> {
  const { organisation, noOfCars, noOfFatalities, noOfInjuries, ...rest } = draft;
  return {
    ...rest,
    ...(organisation !== null && { organisation }),
    noOfCars: countOf(noOfCars),
    noOfFatalities: countOf(noOfFatalities),
    ...(noOfInjuries.trim() !== '' && { noOfInjuries: countOf(noOfInjuries) }),
    vehicle: draft.vehicle.map(({ plate, make, model, name, phone }) => ({
      plate,
      make,
      model,
      name,
      phone,
    })),
    witness: draft.witness.map(({ type, name, phone, statement }) => ({
      type,
      name,
      phone,
      statement,
    })),
    officer: draft.officer.map(({ perpetrator, type, statement }) => ({
      perpetrator,
      type,
      statement,
    })),
  };
}
