import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { vehicleTypes } from './booking-fields.ts';
import { bookingSchema, maxReasonLength, reasonText } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { driverFields, needAddress, needName, needPhone, vehicleFields } from './new-bookings.ts';
import { personSchema } from './people.ts';
import {
  licenceText,
  optionalText,
  phoneText,
  plateText,
  requiredText,
  text,
  vinText,
} from './text.ts';

/**
 * A correction changes these fields alone, never offences, amount, zone or officer. Fields that are
 * left out stay.
 */
const corrected = {
  registration: plateText,
  license: licenceText,
  name: requiredText(120, needName),
  phoneNo: phoneText(needPhone, 'second phone').refine((phone) => phone !== '', needPhone),
  phoneTwo: driverFields.phoneTwo.unwrap(),
  address: requiredText(300, needAddress),
  color: text(40),
  make: text(60),
  model: text(60),
  vehicleType: z.enum([...vehicleTypes, '']),
  vehicleBody: text(60),
  type: vehicleFields.type.unwrap(),
  origin: text(60),
  vehicleYear: vehicleFields.vehicleYear.unwrap(),
  capacity: text(20),
  vin: vinText,
  pin: text(40),
  location: text(200),
  notes: text(2000),
};
export type CorrectedField = keyof typeof corrected;
export const correctedFields = Object.keys(corrected) as CorrectedField[];
export const correctionSchema = z.strictObject(corrected).partial();

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
  body: z.strictObject({ reason: reasonText('Give the reason: say what is wrong.') }),
  response: answer(mistakeSchema),
  words: {
    begins: 'Report a mistake',
    asks: 'Report a mistake',
    does: 'A zonal head or a state admin then corrects the booking, withdraws it, or answers you here.',
    confirms: 'Report a mistake',
    reason: { label: 'Reason', hint: 'What is wrong, and what is right.' },
    done: 'The mistake is reported.',
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
    answer: reasonText('Give the answer: say why it stays as it is.', 'answer'),
  }),
  response: answer(mistakeSchema),
  words: {
    begins: 'Leave it as it is',
    asks: 'Leave it as it is?',
    does: 'The booking stays as it is.',
    confirms: 'Leave it as it is',
    reason: { label: 'Answer', hint: 'Why nothing is corrected or withdrawn.' },
    done: 'The answer is sent.',
  },
});
