import { z } from 'zod';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';
import { takenSchema } from './taken.ts';

/**
 * A file of a collision, byte for byte as received: the original of a picture, or the video. `line`
 * is the number of the picture or vehicle, from 1.
 */
export const originalSchema = z.strictObject({
  field: z.enum(['img', 'vid', 'driverImg', 'vehicleImg']),
  line: z.number().int(),
  type: z.string(),
  bytes: z.number().int(),
  /** Of these very bytes, in hex; the audit trail holds it too. */
  sha256: z.string(),
  sentAt: instant,
  sentBy: personSchema.nullable(),
  /** The camera's notes in the picture before the device made it smaller; null where it left none. */
  taken: takenSchema.nullable(),
  /** A short-lived signed address, from which it can only be saved. */
  address: z.string(),
});
export type Original = z.infer<typeof originalSchema>;

/** An original can tell more than its picture shows, such as where and with what it was taken. */
export const listOriginals = endpoint({
  method: 'GET',
  path: '/api/v1/collision/:id/originals',
  permission: 'see history',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(z.array(originalSchema)),
});
