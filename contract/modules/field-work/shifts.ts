import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, figure, instant } from '../../answers.ts';
import { endpoint } from '../../endpoint.ts';

/** A shift that was left open ends at noon (Africa/Lagos) of the day after it began. */
export const shiftSchema = z.strictObject({
  _id: z.string(),
  beganAt: instant,
  /** Null while it lasts. */
  endedAt: instant.nullable(),
});
export type Shift = z.infer<typeof shiftSchema>;

export const myDaySchema = z.strictObject({
  /** The latest; null before the first. */
  shift: shiftSchema.nullable(),
  /** The caller's own bookings in number and naira: made today (Africa/Lagos), and of whatever day. */
  booked: figure,
  unpaid: figure,
  /** Paid and not cleared, and no open obligation keeps the vehicle. */
  ready: figure,
  /** Paid and not cleared, and an open obligation keeps the vehicle. */
  kept: figure,
  asAt: instant,
});
export type MyDay = z.infer<typeof myDaySchema>;

/** The caller's own day. */
export const readMyDay = endpoint({
  method: 'GET',
  path: '/api/v1/shift',
  permission: 'book',
  audit: null,
  response: answer(myDaySchema),
});

/** A device may have been without a network for so long. Milliseconds. */
export const longestShiftWayMs = 7 * 24 * 3_600_000;

/**
 * Begins a shift under an id that the device makes, or ends it; sent again it is harmless. Another
 * one that is still open ends where this begins. What a clock puts into the future counts as now.
 * 400 for one that began more than a week ago, 404 for somebody else's.
 */
export const putShift = act({
  method: 'PUT',
  path: '/api/v1/shift/:id',
  permission: 'book',
  of: 'user',
  audit: 'user.shift-begun',
  outcomes: { ended: 'user.shift-ended' },
  final: true,
  params: z.object({ id: z.string() }),
  body: z
    .strictObject({
      beganAt: instant.describe(
        'Within a week before the server receives it. A future time counts as now.',
      ),
      endedAt: instant.nullable().describe('Within the shift. A future time counts as now.'),
    })
    .refine(({ beganAt, endedAt }) => endedAt === null || endedAt >= beganAt, {
      path: ['endedAt'],
      message: 'Enter an end time after the start of the shift.',
    }),
  response: answer(shiftSchema),
});
