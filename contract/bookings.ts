import { z } from 'zod';
import { answer, instant, listAnswer, pageQuery } from './answers.ts';
import { newBookingSchema, positionSchema, signatures } from './booking-fields.ts';
import { bookingFilters, withRangesInOrder } from './booking-filters.ts';
import { capturedBookingSchema } from './capture.ts';
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
  organisation: organisationSchema,
  demo: z.boolean(),
  license: z.string(),
  name: z.string(),
  phoneNo: z.string(),
  dob: z.string(),
  email: z.string(),
  phoneTwo: z.string(),
  height: z.string(),
  gender: z.string(),
  address: z.string(),
  registration: z.string(),
  color: z.string(),
  make: z.string(),
  model: z.string(),
  vehicleType: z.string(),
  vehicleBody: z.string(),
  type: z.string(),
  origin: z.string(),
  vehicleYear: z.string(),
  capacity: z.string(),
  vin: z.string(),
  pin: z.string(),
  zone: z.string(),
  team: z.string(),
  location: z.string(),
  notes: z.string(),
  eoCode: z.string(),
  beatCode: z.string(),
  offence: z.array(bookedOffenceSchema),
  confiscations: z.array(z.string()),
  price: z.number(),
  position: positionSchema.nullable(),
  signature: z.enum(signatures),
  /** Null where no device said when the booking was made: then it is `createdAt`. */
  captured: capturedBookingSchema.nullable(),
});
export type Booking = z.infer<typeof bookingSchema>;

const bookingParams = z.object({ id: z.string() });

export const createBooking = endpoint({
  method: 'POST',
  path: '/api/v1/booking',
  permission: 'book',
  audit: 'booking.made',
  body: newBookingSchema,
  response: answer(bookingSchema),
});

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
  query: withRangesInOrder(z.strictObject({ ...bookingFilters, format: exportFormatSchema })),
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

/** Clears the vehicle of a paid booking. `paid` is never taken from a client. */
export const clearVehicle = endpoint({
  method: 'PUT',
  path: '/api/v1/booking/:id',
  permission: 'clear a vehicle',
  audit: 'booking.cleared',
  params: bookingParams,
  body: z.strictObject({
    completed: z.literal(true, 'A booking can only be changed to completed.'),
  }),
  response: answer(bookingSchema),
});

const needReason = 'Say why the booking is withdrawn.';
/** Characters of a withdrawal's reason, at least. */
export const minReasonLength = 3;
export const maxReasonLength = 500;

/**
 * Withdraws an unpaid booking that somebody else made, for good; nothing is deleted. The gateway is
 * asked first: 409 when the bill turns out to be paid, and when it was withdrawn already.
 */
export const withdrawBooking = endpoint({
  method: 'PUT',
  path: '/api/v1/booking/:id/withdrawal',
  permission: 'withdraw a booking',
  audit: 'booking.withdrawn',
  proof: 'lately',
  ruleOfTwo: 'undoes',
  params: bookingParams,
  body: z.strictObject({
    reason: requiredText(maxReasonLength, needReason).min(
      minReasonLength,
      `Give the reason in ${minReasonLength} characters or more.`,
    ),
  }),
  response: answer(bookingSchema),
});
