import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';
import { ifNone } from './sentences.ts';
import { takenSchema } from './taken.ts';
import { ulidSchema } from './text.ts';

/** Besides the driver's signature, which is one. */
export const mostPictures = 6;

const showsSchema = z.enum(['scene', 'signature'], 'Select what the picture shows.');

/** A picture of a booking: of plate, licence or scene, or its driver's signature. */
export const bookingPictureSchema = z.strictObject({
  id: z.string(),
  shows: showsSchema,
  /** Time and position by the camera, else by the phone; null where neither knew. */
  taken: takenSchema.nullable(),
  sentAt: instant,
  sentBy: personSchema.nullable(),
  /** The bytes that were sent have this hash, in hex; the audit trail holds it too. */
  sha256: z.string(),
  /** A short-lived signed address of the picture that the server made of them. */
  address: z.string(),
});
export type BookingPicture = z.infer<typeof bookingPictureSchema>;

const params = z.object({ id: z.string() });

/** The pictures of a booking, in the order in which they were chosen. */
export const listPictures = endpoint({
  method: 'GET',
  path: '/api/v1/booking/:id/picture',
  permission: 'see unpaid bookings',
  audit: null,
  params,
  response: answer(z.array(bookingPictureSchema)),
});

const needHash = 'Enter the SHA-256 as 64 hexadecimal digits.';

/**
 * Adds a picture as the file `img`; sent again under its `_id` it is harmless. For the officer who
 * booked: 404 for anybody else. 409 beyond `mostPictures` or one signature, for an `_id` that
 * another picture has, and for other bytes than the hash says: then it is sent anew.
 */
export const addPicture = act({
  method: 'POST',
  path: '/api/v1/booking/:id/picture',
  permission: 'book',
  of: 'booking',
  audit: 'booking.pictured',
  final: true,
  params,
  body: z.object({
    _id: ulidSchema,
    shows: showsSchema,
    sha256: z.string(ifNone(needHash)).regex(/^[0-9a-f]{64}$/, needHash),
    taken: takenSchema.optional(),
  }),
  files: [{ name: 'img', kind: 'picture', many: false }],
  response: answer(bookingPictureSchema),
});
