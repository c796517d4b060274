import sharp from 'sharp';
import type { z } from 'zod';
import { type Collision } from '#contract/collisions.ts';
import { createCollision, type newCollisionSchema } from '#contract/new-collisions.ts';
import { aFilm, type Bytes } from './camera-files.ts';
import type { Client, SentFile } from './client.ts';

type SentCollision = z.input<typeof newCollisionSchema>;

/** A collision as a device sends it: two vehicles, nobody hurt. */
export function aCollision(changes: Partial<SentCollision> = {}): SentCollision {
  return {
    zone: 'Zaria',
    location: 'PZ roundabout',
    noOfCars: 2,
    noOfFatalities: 0,
    vehicle: [
      { plate: 'ABC-123DE', make: 'Toyota', model: 'Corolla', name: 'Musa Danladi' },
      { plate: 'KJA-482FG', make: 'Honda', model: 'Accord', name: 'Ngozi Umeh' },
    ],
    ...changes,
  };
}

/** A picture of this size that no compression makes small. */
export async function aPicture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff' = 'jpeg',
  width = 64,
  height = 48,
): Promise<Bytes> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const drawn = sharp({ create: { width, height, channels: 3, background: '#777', noise } });
  return new Uint8Array(await drawn.toFormat(format).toBuffer());
}

/** An MP4 of so many bytes that plays nothing. */
export const aVideo = aFilm;

export const anImage = async (field = 'img'): Promise<SentFile> => ({
  field,
  content: await aPicture(),
  name: 'scene.jpg',
  type: 'image/jpeg',
});

/** A new collision with one picture. */
export async function recorded(
  client: Client,
  changes?: Partial<SentCollision>,
): Promise<Collision> {
  const request = { body: aCollision(changes), files: [await anImage()] };
  return (await client.ok(createCollision, request)).data;
}
