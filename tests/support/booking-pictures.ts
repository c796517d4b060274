import { createHash } from 'node:crypto';
import { ulid } from 'ulid';
import type { addPicture } from '#contract/booking-pictures.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { anImage } from './collisions.ts';

/** A picture of a booking as a phone sends it; its hash is that of its bytes. */
export async function aPicture(changes: Partial<SentBody<typeof addPicture>> = {}) {
  const image = await anImage();
  const sha256 = createHash('sha256').update(image.content).digest('hex');
  return { body: { _id: ulid(), shows: 'scene' as const, sha256, ...changes }, files: [image] };
}
