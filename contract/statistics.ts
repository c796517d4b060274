import { z } from 'zod';
import { answer, listAnswer, pageQuery } from './answers.ts';
import { positionSchema } from './booking-fields.ts';
import { endpoint } from './endpoint.ts';
import { organisationSchema } from './places.ts';

const ofOrganisation = z.strictObject({ organisation: organisationSchema.optional() });

/** Day, week from Monday, month and year, all in Africa/Lagos. */
export const statsSchema = z.strictObject({
  today: z.number(),
  week: z.number(),
  month: z.number(),
  year: z.number(),
});
export type Stats = z.infer<typeof statsSchema>;

/** How many bookings were made. */
export const bookingCounts = endpoint({
  method: 'GET',
  path: '/api/v1/booking/stat',
  permission: 'see the dashboard',
  audit: null,
  query: ofOrganisation,
  response: answer(statsSchema),
});

/** Naira of payments confirmed. */
export const bookingRevenue = endpoint({
  method: 'GET',
  path: '/api/v1/booking/rev',
  permission: 'see the dashboard',
  audit: null,
  query: ofOrganisation,
  response: answer(statsSchema),
});

/** One line of the audit trail, in words, naming no driver. */
export const activitySchema = z.strictObject({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.string(),
  /** Who did it: a name, or the product itself. */
  who: z.string(),
  /** What they did, such as "booked" or "cleared". */
  did: z.string(),
  /** The plate, or the name of the account, it was done to; may be ''. */
  what: z.string(),
  /** The rest of the line, such as "₦12,000, Zaria"; may be ''. */
  detail: z.string(),
  record: z.strictObject({ type: z.enum(['booking', 'collision', 'user']), id: z.string() }),
});
export type Activity = z.infer<typeof activitySchema>;

export const listActivities = endpoint({
  method: 'GET',
  path: '/api/v1/activity',
  permission: 'see the dashboard',
  audit: null,
  query: z.strictObject({ ...pageQuery, organisation: organisationSchema.optional() }),
  response: listAnswer(activitySchema),
});

const mapBooking = z.strictObject({
  _id: z.string(),
  paid: z.boolean(),
  completed: z.boolean(),
  createdAt: z.iso.datetime(),
  registration: z.string(),
  zone: z.string(),
  /** Naira. */
  price: z.number(),
  position: positionSchema,
});

const mapCollision = z.strictObject({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  location: z.string(),
  zone: z.string(),
  position: positionSchema,
});

export const mapSchema = z.strictObject({
  bookings: z.array(mapBooking),
  collisions: z.array(mapCollision),
  /** Of how many records `bookings` and `collisions` show those with a position. */
  total: z.number().int(),
  withPosition: z.number().int(),
});
export type MapRecords = z.infer<typeof mapSchema>;

/** The records of the live map: `unpaid` shows unpaid bookings, else the last 30 days with collisions. */
export const readMap = endpoint({
  method: 'GET',
  path: '/api/v1/map',
  permission: 'see the dashboard',
  audit: null,
  query: z.strictObject({
    organisation: organisationSchema.optional(),
    of: z.enum(['unpaid', 'recent']).default('recent'),
  }),
  response: answer(mapSchema),
});
