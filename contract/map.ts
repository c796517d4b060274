import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { shownPositionSchema } from './booking-fields.ts';
import { madeSchema } from './capture.ts';
import { endpoint } from './endpoint.ts';
import { organisationSchema } from './places.ts';

const mapBooking = z.strictObject({
  _id: z.string(),
  paid: z.boolean(),
  completed: z.boolean(),
  createdAt: instant,
  /** Null where no device said when it was made: then it is `createdAt`. */
  captured: madeSchema.nullable(),
  registration: z.string(),
  zone: z.string(),
  /** Naira. */
  price: z.number(),
  position: shownPositionSchema,
});

const mapCollision = z.strictObject({
  _id: z.string(),
  createdAt: instant,
  /** Null where no device said when it was made: then it is `createdAt`. */
  captured: madeSchema.nullable(),
  location: z.string(),
  zone: z.string(),
  position: shownPositionSchema,
});

export const mapSchema = z.strictObject({
  bookings: z.array(mapBooking),
  collisions: z.array(mapCollision),
  /** All records, with or without a position; only those with one are listed. */
  total: z.number().int(),
  withPosition: z.number().int(),
  /** With it, positions were sought among the newest so many records alone. */
  within: z.number().int().optional(),
});
export type MapRecords = z.infer<typeof mapSchema>;

/** The records of the live map: the bookings and collisions of today and the 30 days before. */
export const readMap = endpoint({
  method: 'GET',
  path: '/api/v1/map',
  permission: 'see the dashboard',
  audit: null,
  query: z.strictObject({ organisation: organisationSchema.optional() }),
  response: answer(mapSchema),
});

export const placeNameSchema = z.strictObject({
  name: z.string(),
  /** Degrees north and east: the middle of the records' positions. */
  lat: z.number(),
  lng: z.number(),
  records: z.number().int(),
});
export type PlaceName = z.infer<typeof placeNameSchema>;

/**
 * Names that officers give to places: locations that at least five records of the last 365 days
 * have within some 500 metres, the most used first, at most 300. They are sought among the newest
 * 10,000 bookings and collisions each.
 */
export const readPlaceNames = endpoint({
  method: 'GET',
  path: '/api/v1/map/names',
  permission: 'see the dashboard',
  audit: null,
  query: z.strictObject({ organisation: organisationSchema.optional() }),
  response: answer(z.array(placeNameSchema)),
});
