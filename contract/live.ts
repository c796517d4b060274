import { z } from 'zod';
import { bookingSchema } from './bookings.ts';
import { collisionSchema } from './collisions.ts';
import { endpoint } from './endpoint.ts';
import { organisationSchema } from './places.ts';

/**
 * The events of a live stream: server-sent events with a type, and a cursor as `id:` for
 * `Last-Event-ID`. `reset`: the cursor is too old, so fetch everything again. `gone`: the listener
 * may no longer see a record (an operator's booking was paid or withdrawn). `ended` comes last: the
 * session is over, or its scope has changed; the next call tells which. After a stream that breaks
 * off without it, open another with `Last-Event-ID`. Nothing is lost if the stream opens first and
 * the lists are fetched after its first `id:`. Some events then come a second time. A collision is
 * `linked` when it begins to count as another, and `unlinked` when it counts itself again.
 */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('booking'),
    change: z.enum([
      'made',
      'billed',
      'corrected',
      'paid',
      'cleared',
      'withdrawn',
      'decided',
      'undecided',
      'released',
    ]),
    booking: bookingSchema,
  }),
  z.strictObject({
    type: z.literal('collision'),
    change: z.enum(['recorded', 'added', 'corrected', 'linked', 'unlinked']),
    collision: collisionSchema,
  }),
  z.strictObject({ type: z.literal('gone'), record: z.literal('booking'), id: z.string() }),
  z.strictObject({ type: z.literal('reset') }),
  z.strictObject({ type: z.literal('ended') }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** Server-sent events over fetch with the bearer token; ends with the session. */
export const liveBookings = endpoint({
  method: 'GET',
  path: '/api/v1/booking/live',
  permission: 'see the dashboard',
  audit: null,
  query: z.strictObject({ organisation: organisationSchema.optional() }),
  stream: true,
  response: liveEventSchema,
});
