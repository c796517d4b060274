import { z } from 'zod';
import { positionSchema } from '#contract/booking-fields.ts';
import { perpetrators, witnessTypes } from '#contract/collisions.ts';
import { organisationSchema } from '#contract/places.ts';
import { ulidSchema } from '#contract/text.ts';
import type { CollisionDraft } from './draft.ts';

const words = z.string();
const person = { key: words, name: words, phone: words };

/** A collision that was begun, as the device keeps it: nothing in it need be right yet. */
export const collisionDraftSchema: z.ZodType<CollisionDraft> = z.object({
  _id: ulidSchema,
  organisation: organisationSchema.nullable(),
  zone: words,
  team: words,
  location: words,
  position: positionSchema.nullable(),
  desc: words,
  noOfCars: words,
  noOfFatalities: words,
  noOfInjuries: words,
  vehicle: z.array(z.object({ ...person, plate: words, make: words, model: words })),
  witness: z.array(z.object({ ...person, type: z.enum(witnessTypes), statement: words })),
  officer: z.array(
    z.object({ key: words, perpetrator: z.enum(perpetrators), type: words, statement: words }),
  ),
  notes: words,
});
