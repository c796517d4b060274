import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';

/** At most so many bookings, the newest, and so many plates that were booked more than once. */
export const mostKnownBookings = 20_000;
export const mostKnownPlates = 10_000;

const texts = z.array(z.string());
/** Such as a price in naira, or seconds since 1970 (UTC). */
const numbers = z.array(z.number());

/**
 * A device keeps this of its officer's place, to look up plates without a network. The lists are
 * columns: the same index means the same record. Nothing of drivers is in it.
 */
export const knownPlatesSchema = z.strictObject({
  /** True if it replaces what the device has; else it holds the changes since then. */
  whole: z.boolean(),
  /** Say it the next time to be told only of what changed. */
  cursor: z.string(),
  /** The time of the server's read. */
  readAt: instant,
  /** Vehicles as they were described, each once; '' is not known. */
  vehicles: z.strictObject({ make: texts, model: texts, color: texts, vehicleType: texts }),
  /** Bookings that are neither paid nor withdrawn, and those withdrawn within a year. */
  bookings: z.strictObject({
    id: texts,
    ticketCode: texts,
    /** As it was written; '' where only a licence was. */
    plate: texts,
    /** 1 for a withdrawn booking, else 0. */
    withdrawn: numbers,
    /** Naira. */
    price: numbers,
    madeAt: numbers,
    /** In Africa/Lagos; '' without one. */
    dueDay: texts,
    /** The place of its description in `vehicles`. */
    vehicle: numbers,
  }),
  /** Plates that were booked more than once, paid or not. */
  plates: z.strictObject({
    plate: texts,
    bookings: numbers,
    /** Paid bookings among them. */
    paid: numbers,
    lastSeen: numbers,
    vehicle: numbers,
  }),
  /** The ids of bookings that changed and don't belong into it any more. */
  gone: texts,
});
export type KnownPlates = z.infer<typeof knownPlatesSchema>;

/**
 * The plates that an officer should know without a network: unpaid and withdrawn ones of their
 * place, and vehicles booked more than once. After an earlier cursor, only the changes. Everything
 * where the changes aren't known: after a day, or at another place.
 */
export const readKnownPlates = endpoint({
  method: 'GET',
  path: '/api/v1/known-plates',
  permission: 'book',
  audit: null,
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: answer(knownPlatesSchema),
});
