import { z } from 'zod';
import { answer, instant, listAnswer, pageQuery } from './answers.ts';
import { bookingFields, shownPositionSchema, signatures, textsOf } from './booking-fields.ts';
import { bookingFilters, withRangesInOrder } from './booking-filters.ts';
import { capturedBookingSchema } from './capture.ts';
import { chargeOutcomeSchema } from './charges.ts';
import { endpoint } from './endpoint.ts';
import { exportFormatSchema, exportTypes, idsFilter } from './list-filters.ts';
import { bookedOffenceSchema } from './offences.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';
import { requiredText } from './text.ts';

/** A booking. Amounts and `price` are naira; times are UTC; text that was not given is `''`. */
export const bookingSchema = z.strictObject({
  _id: z.string(),
  billRef: z.string().nullable(),
  paid: z.boolean(),
  completed: z.boolean(),
  /** The time of arrival at the server. */
  createdAt: instant,
  createdBy: personSchema,
  paidAt: instant.nullable(),
  /** Receipt number of the gateway; '' while unpaid or when nothing was due. */
  receipt: z.string(),
  completedAt: instant.nullable(),
  completedBy: personSchema.nullable(),
  /** An unpaid booking that a superior withdrew; nothing is due on it any more. */
  withdrawal: z.strictObject({ reason: z.string(), by: personSchema, at: instant }).nullable(),
  /** A court's decision that ended it unpaid; nothing is due to the authority any more. */
  decision: z
    .strictObject({
      at: instant,
      /** Of its charges. */
      outcomes: z.array(chargeOutcomeSchema),
      /** False while a fine has no receipt of the court, which keeps the vehicle. */
      vehicleFree: z.boolean(),
    })
    .nullable(),
  /** From 1, and one more with each correction; papers and signed codes say it. */
  version: z.number(),
  /** The last correction was made then; null before any. */
  correctedAt: instant.nullable(),
  /** The newest version that was printed, shown or opened by its code. */
  shownVersion: z.number().nullable(),
  /** The last day in Africa/Lagos on which it is paid in time; null where no rules held on its day. */
  dueDay: z.iso.date().nullable(),
  /** The withdrawn booking in whose place it was made; '' for none. */
  replaces: z.string(),
  /** The booking that was made in place of this withdrawn one; '' for none. */
  replacedBy: z.string(),
  organisation: organisationSchema,
  demo: z.boolean(),
  ...textsOf(bookingFields),
  offence: z.array(bookedOffenceSchema),
  /** The law of each of them, as the rules of the ticket's day named it; '' where they named none. */
  laws: z.array(z.string()).default([]),
  confiscations: z.array(z.string()),
  price: z.number(),
  position: shownPositionSchema.nullable(),
  signature: z.enum(signatures),
  /** Null where no device said when the booking was made: then it is `createdAt`. */
  captured: capturedBookingSchema.nullable(),
});
export type Booking = z.infer<typeof bookingSchema>;

const bookingParams = z.object({ id: z.string() });

/**
 * `sum` is the price of all that `total` counts, in naira, or null where there are more;
 * `_searchname` finds any fragment, plates in any spelling.
 */
export const listBookings = endpoint({
  method: 'GET',
  path: '/api/v1/booking',
  permission: 'see unpaid bookings',
  audit: null,
  query: withRangesInOrder(z.strictObject({ ...pageQuery, ...bookingFilters, ids: idsFilter })),
  response: listAnswer(bookingSchema).extend({ sum: z.number().nullable() }),
});

/** Every booking that the filters show, as a file; 400 for more than `exportLimits`. */
export const exportBookings = endpoint({
  method: 'GET',
  path: '/api/v1/booking/export',
  permission: 'export lists',
  audit: 'bookings.exported',
  query: withRangesInOrder(
    z.strictObject({ ...bookingFilters, ids: idsFilter, format: exportFormatSchema }),
  ),
  download: Object.values(exportTypes),
  response: z.string(),
});

export const readBooking = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id',
  permission: 'see unpaid bookings',
  audit: null,
  params: bookingParams,
  response: answer(bookingSchema),
});

/** Characters of a withdrawal's reason, at least. */
export const minReasonLength = 3;
export const maxReasonLength = 500;

export const reasonText = (missing: string, name = 'reason') =>
  requiredText(maxReasonLength, missing).min(
    minReasonLength,
    `Enter at least ${minReasonLength} characters for the ${name}.`,
  );
