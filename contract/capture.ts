import { z } from 'zod';
import { instant } from './answers.ts';
import { personSchema } from './people.ts';
import { ifNone } from './sentences.ts';

/** A moment as a device says it, in years that can be reckoned with. */
export const deviceInstant = (sentence?: string) =>
  z.iso
    .datetime(sentence === undefined ? {} : { error: () => sentence })
    .refine((at) => at >= '2000-01-01' && at < '2200-01-01', {
      message: 'The device’s clock was wrong. Enter a time from 2000 to 2199.',
    })
    .describe(
      'Within the years 2000 to 2199. Hanya uses only the difference between two times from the same device.',
    );

/** Milliseconds that a record may be on its way at most: ten years. */
export const longestWayMs = 10 * 366 * 86_400_000;

const wholeNaira = 'Enter the price in whole naira, from 0 to 1,000,000,000.';

/** A record that is longer on its way, in minutes, counts as late. */
export const lateAfterMinutes = 15;

/**
 * Said by a device about a record that it kept before it could send it. Both times are UTC by the
 * device's own clock: only their difference counts, so a wrong clock does no harm. Each attempt has
 * a `sentAt` of its own.
 */
export const captureSchema = z
  .object(
    {
      madeAt: deviceInstant('Enter when the record was made, such as 2026-11-22T08:12:00.000Z.'),
      sentAt: deviceInstant('Enter when the record is sent, such as 2026-11-22T14:30:00.000Z.'),
    },
    ifNone('Enter when the record was made and when you send it.'),
  )
  .refine(
    ({ madeAt, sentAt }) => Math.abs(Date.parse(sentAt) - Date.parse(madeAt)) <= longestWayMs,
    {
      path: ['madeAt'],
      message:
        'There are more than ten years between the time the record was made and the time it was sent. Correct the device’s clock, and send the record again.',
    },
  );

/** Whole naira, as a form showed them. */
export const toldPriceSchema = z
  .number(ifNone(wholeNaira))
  .int(wholeNaira)
  .min(0, wholeNaira)
  .max(1_000_000_000, wholeNaira);

/** The same of a booking, with the price that the driver was told, in naira, where there was one. */
export const bookingCaptureSchema = captureSchema.safeExtend({
  toldPrice: toldPriceSchema.optional(),
  /** The device has shown or printed its ticket already. */
  shown: z.boolean().optional(),
});
export type Capture = z.output<typeof captureSchema>;

/** When a stored record was made, and if it was on its way for longer than `lateAfterMinutes`. */
export const capturedSchema = z.strictObject({
  madeAt: instant,
  late: z.boolean(),
  /** The superior who once brought it in from a file of its phone; null where the phone sent it. */
  broughtInBy: personSchema.nullable(),
});

/** Only when it was made, for what shows a record in one line. */
export const madeSchema = capturedSchema.pick({ madeAt: true });

/**
 * The same of a booking, whose price is that of the day on which it was made. Prices are naira, and
 * null where they don't differ from the booking's own.
 */
export const capturedBookingSchema = capturedSchema.extend({
  /** The price that the driver was told at the roadside, in naira. */
  toldPrice: z.number().nullable(),
  /** The price of the same offences on the day of the booking's arrival, in naira. */
  priceOnArrival: z.number().nullable(),
});
