import { z } from 'zod';
import { each } from '#contract/booking-fields.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { type NewBooking, newBookingSchema } from '#contract/new-bookings.ts';
import type { createBooking } from '#contract/new-bookings.ts';
import { type Organisation, organisationSchema } from '#contract/places.ts';
import { ulidSchema } from '#contract/text.ts';
import { type Maker, recordErrors, typedFields, typedFrom } from '#web/forms/record/record-kind.ts';
import { type RememberedPlace, startingPlace } from '#web/forms/remembered-place.ts';
import type { CatalogueOffence } from './catalogue.ts';

/** A booking while it is filled in: every field as it was typed, `''` where nothing was. */
export interface BookingDraft extends Omit<
  NewBooking,
  '_id' | 'organisation' | 'capture' | 'ticketCode' | 'price'
> {
  /** A ULID made on the device, one for each form, so that sending it twice is harmless. */
  _id: string;
  /** Null until it is chosen by somebody whose account has no state. */
  organisation: Organisation | null;
}

/** The typed part: the rest is added when the booking is sent. */
const {
  capture: _capture,
  ticketCode: _ticketCode,
  price: _price,
  ...shape
} = newBookingSchema.shape;

/** A draft as the device stores it; its values need not be valid yet. */
export const bookingDraftSchema = z.object({
  ...typedFields(shape),
  _id: ulidSchema,
  organisation: organisationSchema.nullable(),
  offence: z.array(z.object({ id: z.string() })),
  // Types can't follow what `typedFields` does; a test checks that the schema fits the type.
}) as unknown as z.ZodType<BookingDraft>;

const noText = each(Object.keys(shape), '');

/** An empty draft in the maker's scope, at the place of their last booking. */
export const newDraft = (
  _id: string,
  maker: Maker,
  remembered: RememberedPlace | null = null,
): BookingDraft => ({
  ...(noText as Omit<BookingDraft, 'offence' | 'confiscations' | 'position'>),
  ...startingPlace(maker, remembered),
  _id,
  position: null,
  offence: [],
  confiscations: [],
});

type SentBooking = SentBody<typeof createBooking>;

/**
 * The body that is sent, each offence as the form showed it, as far as the catalogue knows it. The
 * contract's schema trims the text and writes plates in capitals.
 */
export function bookingOf(
  { organisation, offence, ...draft }: BookingDraft,
  catalogue: readonly CatalogueOffence[],
): SentBooking {
  return {
    ...draft,
    ...(organisation !== null && { organisation }),
    offence: offence.map(({ id }) => {
      const {
        name,
        penalty,
        amount,
        code,
        mdasId = null,
      } = catalogue.find((entry) => entry.id === id) ?? {};
      return { id, name, penalty, amount, code, mdasId };
    }),
  };
}

export const typedOf = (body: Readonly<Record<string, unknown>>): BookingDraft | null =>
  typedFrom(bookingDraftSchema, newDraft('', null), body);

/** True if two drafts name the same offences, in any order. */
export function sameOffences(one: BookingDraft | null, other: BookingDraft): boolean {
  const ids = (draft: BookingDraft) =>
    draft.offence
      .map(({ id }) => id)
      .toSorted()
      .join(' ');
  return one !== null && ids(one) === ids(other);
}

/** The first error of each field, by the contract's schema. */
export const draftErrors = recordErrors(newBookingSchema, (draft: BookingDraft) =>
  bookingOf(draft, []),
);
