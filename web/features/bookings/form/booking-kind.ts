import { said } from '#contract/language.ts';
import type { Inputs } from '#web/forms/record/inputs.ts';
import type { RecordKind } from '#web/forms/record/record-kind.ts';
import { type BookingDraft, bookingDraftSchema, draftErrors, newDraft, typedOf } from './draft.ts';
import { sections } from './sections.ts';

export type BookingInputs = Inputs<BookingDraft>;
export const bookingKind: RecordKind<BookingDraft> = {
  kind: 'booking',
  permission: 'book',
  sections,
  schema: bookingDraftSchema,
  empty: newDraft,
  errors: draftErrors,
  typedOf,
  placeOf: (field) => field,
  about: ({ registration, license, name }) =>
    (registration.trim() || license.trim()).toUpperCase() || name,
  words: said({
    title: 'New Booking Form',
    who: 'Only officers can make bookings.',
    busy: 'Saving',
    added: 'Booking added',
    notAdded: 'The booking was not added',
    restored: 'Here is what you typed.',
    mayHaveArrived:
      'Hanya was sending this booking, and it may have arrived. Submit it again without changes. Hanya will record it only once.',
    arrivedBefore:
      'The authority received this booking before you changed it. If you select Submit, you will make a second booking. Look at the unpaid bookings first.',
  }),
};

/** The same form to practise with: it ends in a made-up ticket. */
export const practiceKind: RecordKind<BookingDraft> = {
  ...bookingKind,
  practice: true,
  words: {
    ...bookingKind.words,
    title: said('Practice: New Booking Form'),
    who: said('This is practice. Hanya does not record, keep or send anything.'),
  },
};
