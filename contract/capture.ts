import { z } from 'zod';
import { personSchema } from './people.ts';
import { ifNone } from './sentences.ts';

const instant = (sentence: string) => z.iso.datetime({ error: () => sentence });

/** How long a record may be on its way, in minutes, before it counts as late. */
export const lateAfterMinutes = 15;

/**
 * What a device says of a record that it made and kept before it could send it. Both times are UTC
 * by the device's own clock: only what lies between them counts, so a clock that is wrong does no
 * harm. `sentAt` is another one at each attempt.
 */
export const captureSchema = z.object(
  {
    madeAt: instant('Say when it was made, such as 2026-11-22T08:12:00.000Z.'),
    sentAt: instant('Say when it is sent, such as 2026-11-22T14:30:00.000Z.'),
  },
  ifNone('Say when it was made, and when it is sent.'),
);

/** The same of a booking, with the price that the driver was told, in naira, where there was one. */
export const bookingCaptureSchema = captureSchema.extend({
  toldPrice: z.number().int().min(0).max(1_000_000_000).optional(),
});
export type Capture = z.output<typeof captureSchema>;

/** When a stored record was made, and whether it was longer on its way than `lateAfterMinutes`. */
export const capturedSchema = z.strictObject({
  madeAt: z.iso.datetime(),
  late: z.boolean(),
  /** The superior who brought it in from a file of its phone; null where the phone itself sent it. */
  broughtInBy: personSchema.nullable(),
});

/**
 * The same of a booking, whose price is that of the day on which it was made. Prices are naira, and
 * null where they don't differ from the booking's own.
 */
export const capturedBookingSchema = capturedSchema.extend({
  /** What the driver was told at the roadside. */
  toldPrice: z.number().nullable(),
  /** What the same offences cost on the day on which the booking arrived. */
  priceOnArrival: z.number().nullable(),
});
