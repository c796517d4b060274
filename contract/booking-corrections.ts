import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { bookingFields } from './booking-fields.ts';
import { type FieldRow, type FieldWith, rowOf, without } from './booking-rows.ts';
import { bookingSchema, maxReasonLength, minReasonLength, reasonText } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { fieldSchemas, needAddress, needName, needPhone } from './new-bookings.ts';
import { personSchema } from './people.ts';
import { optionalText } from './text.ts';

export const fieldsWith = <Said extends keyof FieldRow>(said: Said) =>
  bookingFields.filter((field): field is FieldWith<Said> => said in rowOf(field));

export type CorrectedField = FieldWith<'corrected'>;
/** The plate first. */
export const correctedFields: readonly CorrectedField[] = [
  'registration',
  ...without(fieldsWith('corrected'), ['registration']),
];

const { name, phoneNo, address } = fieldSchemas;
/** A new booking says of these what is missing when it is whole. */
const needed: Partial<Record<CorrectedField, z.ZodType<string>>> = {
  name: name.min(1, needName),
  phoneNo: phoneNo.refine((phone) => phone !== '', needPhone),
  address: address.min(1, needAddress),
};
const corrected = correctedFields.map((field) => {
  const schema = fieldSchemas[field];
  return [field, needed[field] ?? (schema instanceof z.ZodDefault ? schema.unwrap() : schema)];
});

/**
 * A correction changes these fields alone, never offences, amount, zone or officer. Fields that are
 * left out stay.
 */
export const correctionSchema = z
  .strictObject(Object.fromEntries(corrected) as Record<CorrectedField, z.ZodType<string>>)
  .partial();

const bookingParams = z.object({ id: z.string() });

/** Minutes in which its officer corrects a booking that nobody else has seen. */
export const correctionMinutes = 30;

/**
 * Corrects what a booking says of vehicle, driver and place. Its officer may, without a reason, for
 * `correctionMinutes` while it was neither shown nor paid; a zonal head or a state admin who didn't
 * make it may, with a reason, until it is cleared or withdrawn. 403 for anybody else. `version` is
 * the one that was read: 409 `corrected_since` for an older one.
 */
export const correctBooking = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/correction',
  permission: 'book',
  of: 'booking',
  audit: 'booking.corrected',
  params: bookingParams,
  body: correctionSchema.extend({
    version: z.number().int().min(1),
    reason: optionalText(maxReasonLength),
  }),
  response: answer(bookingSchema),
});

/** A mistake that somebody reported of a booking. While it waits, all of its outcome is null. */
export const mistakeSchema = z.strictObject({
  id: z.string(),
  /** The `_id` of the booking. */
  booking: z.string(),
  reason: z.string(),
  by: personSchema,
  at: instant,
  outcome: z.enum(['corrected', 'withdrawn', 'left']).nullable(),
  answer: z.string(),
  decidedBy: personSchema.nullable(),
  decidedAt: instant.nullable(),
});
export type Mistake = z.infer<typeof mistakeSchema>;

/** The mistakes reported of a booking, the newest first. */
export const listMistakes = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/mistake',
  permission: 'see unpaid bookings',
  audit: null,
  params: bookingParams,
  response: answer(z.array(mistakeSchema)),
});

/** Puts a mistake before a superior; 409 while another one waits, and once it is cleared or withdrawn. */
export const reportMistake = act({
  method: 'POST',
  path: '/api/v1/booking/:id/mistake',
  permission: 'book',
  of: 'booking',
  audit: 'booking.mistake-reported',
  params: bookingParams,
  body: z.strictObject({
    reason: reasonText('Enter a reason, such as what is wrong with the booking.'),
  }),
  response: answer(mistakeSchema),
  words: {
    begins: 'Report a mistake',
    asks: 'Report a mistake',
    does: 'A zonal head or state admin will correct the booking, withdraw it, or answer you here.',
    confirms: 'Report a mistake',
    reason: { label: 'Reason', hint: 'Enter what is wrong, and what it should be.' },
    done: 'You have reported the mistake.',
  },
});

/**
 * Leaves a booking as it is, with an answer to whoever reported a mistake. A correction or a
 * withdrawal ends the report by itself. 409 without one that waits, or for one's own.
 */
export const leaveMistake = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/mistake',
  permission: 'withdraw a booking',
  of: 'booking',
  audit: 'booking.mistake-left',
  params: bookingParams,
  body: z.strictObject({
    answer: reasonText('Enter why you are leaving the booking as it is.', 'answer'),
  }),
  response: answer(mistakeSchema),
  words: {
    begins: 'Leave the booking as it is',
    asks: 'Leave the booking as it is?',
    does: 'The officer who reported the mistake can read your answer.',
    confirms: 'Leave the booking as it is',
    reason: {
      label: 'Answer',
      hint: 'Enter why you are not correcting or withdrawing the booking.',
    },
    done: 'Answer sent',
  },
});

/**
 * Withdraws an unpaid booking that somebody else made, for good; nothing is deleted. The gateway is
 * asked first: 409 when the bill turns out to be paid, and when it was withdrawn already.
 */
export const withdrawBooking = act({
  method: 'PUT',
  path: '/api/v1/booking/:id/withdrawal',
  permission: 'withdraw a booking',
  of: 'booking',
  audit: 'booking.withdrawn',
  proof: 'lately',
  ruleOfTwo: 'undoes',
  params: bookingParams,
  body: z.strictObject({ reason: reasonText('Enter a reason for withdrawing the booking.') }),
  response: answer(bookingSchema),
  final: true,
  words: {
    begins: 'Withdraw booking',
    asks: 'Withdraw this booking?',
    does: 'The driver will owe nothing more. The booking will stay on record with your name and reason. If somebody still pays, Hanya will list the payment as an exception.',
    confirms: 'Withdraw booking',
    reason: {
      label: 'Reason',
      hint: `Enter what was wrong, in ${minReasonLength} to ${maxReasonLength} characters. Everybody who can see the booking can read this.`,
    },
    done: 'Booking withdrawn',
  },
});

/** Clears the vehicle of a paid booking. `paid` is never taken from a client. */
export const clearVehicle = act({
  method: 'PUT',
  path: '/api/v1/booking/:id',
  permission: 'clear a vehicle',
  of: 'booking',
  audit: 'booking.cleared',
  params: bookingParams,
  body: z.strictObject({
    completed: z.literal(true, 'Set completed to true. This call changes nothing else.'),
  }),
  response: answer(bookingSchema),
  final: true,
  words: {
    begins: 'Clear Vehicle',
    asks: 'Clear this vehicle?',
    does: 'This completes the booking.',
    confirms: 'Clear Vehicle',
    done: 'Vehicle Cleared successfully!',
  },
});
