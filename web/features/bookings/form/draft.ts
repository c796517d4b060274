import { plainSentence } from '#contract/sentences.ts';
import { newBookingSchema, type NewBooking } from '#contract/booking-fields.ts';
import type { createBooking } from '#contract/bookings.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { organisationOfState, type Organisation } from '#contract/places.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { placeInScope, type RememberedPlace } from '#web/forms/remembered-place.ts';
import type { CatalogueOffence } from '../catalogue.ts';

/** A booking while it is filled in: every field as it was typed, `''` for what is not given. */
export interface BookingDraft extends Omit<NewBooking, '_id' | 'organisation'> {
  /** ULID made on the device, one for each form, so that sending again is harmless. */
  _id: string;
  /** Null until somebody of no state has chosen one. */
  organisation: Organisation | null;
}

export type DraftField = keyof BookingDraft;

/** The id of a field's control, where links and errors lead. */
export function fieldId(field: DraftField): string {
  return `booking-${field}`;
}

/**
 * An empty draft in the user's own scope: their organisation and, if they have one, their zone; and
 * where the last booking was made, as long as that is in their scope.
 */
export function newDraft(
  _id: string,
  user: Pick<SignedInUser, 'state' | 'zone'> | null,
  remembered: RememberedPlace | null = null,
) {
  const last = placeInScope(remembered, user);
  const draft: BookingDraft = {
    _id,
    organisation: user?.state ? organisationOfState(user.state) : (last?.organisation ?? null),
    zone: user?.zone ?? last?.zone ?? '',
    team: last?.team ?? '',
    location: '',
    notes: '',
    eoCode: '',
    beatCode: last?.beatCode ?? '',
    position: null,
    offence: [],
    confiscations: [],
    license: '',
    name: '',
    phoneNo: '',
    dob: '',
    email: '',
    phoneTwo: '',
    height: '',
    gender: '',
    address: '',
    registration: '',
    color: '',
    make: '',
    model: '',
    vehicleType: '',
    vehicleBody: '',
    type: '',
    origin: '',
    vehicleYear: '',
    capacity: '',
    vin: '',
    pin: '',
  };
  return draft;
}

type SentBooking = SentBody<typeof createBooking>;

/**
 * What goes over the wire, each offence with its revenue head as the catalogue has it; the contract
 * trims it and writes plates in capitals.
 */
export function bookingOf(
  { organisation, offence, ...draft }: BookingDraft,
  catalogue: readonly CatalogueOffence[],
): SentBooking {
  const heads = new Map(catalogue.map(({ id, mdasId }) => [id, mdasId]));
  const body: SentBooking = {
    ...draft,
    offence: offence.map(({ id }) => ({ id, mdasId: heads.get(id) ?? null })),
  };
  return organisation === null ? body : { ...body, organisation };
}

/** The first thing wrong with each field, by the contract's own schema. */
export function draftErrors(draft: BookingDraft): Record<string, string> {
  const errors: Record<string, string> = {};
  if (draft.organisation === null) errors['organisation'] = 'Choose an organisation.';
  const parsed = newBookingSchema.safeParse(bookingOf(draft, []), { error: plainSentence });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0] ?? '');
    errors[field] ??= message;
  }
  return errors;
}

/** Whether two drafts hold the same words, whatever their ids. */
export function sameWords(one: BookingDraft, other: BookingDraft): boolean {
  const words = (draft: BookingDraft) => JSON.stringify({ ...other, ...draft, _id: '' });
  return words(one) === words(other);
}
