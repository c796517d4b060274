import { type Collision } from '#contract/collisions.ts';
import { createCollision } from '#contract/new-collisions.ts';
import type { Client } from '#tests/support/client.ts';
import { aPicture } from './pictures.ts';

/** Records a collision of two vehicles with a picture as evidence. */
export async function recorded(client: Client, plate: string): Promise<Collision> {
  const { buffer } = await aPicture();
  const body = {
    zone: 'Zaria',
    location: 'Kwangila bridge',
    noOfCars: 2,
    noOfInjuries: 3,
    noOfFatalities: 1,
    vehicle: [
      { plate, name: 'Musa Danladi', make: 'Toyota', model: 'Hiace' },
      { plate: '', name: 'Somebody Else' },
    ],
  };
  const files = [{ field: 'img', content: new Uint8Array(buffer), type: 'image/png' }];
  return (await client.ok(createCollision, { body, files })).data;
}
