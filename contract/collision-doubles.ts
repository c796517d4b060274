import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';

/** The likeness from 0 to 1 from which two collisions are probably one. */
export const leastLikeness = 0.5;

/** 'two', or the id of the one of both that counts as one collision. Null: nobody has decided. */
const verdictSchema = z
  .string()
  .max(
    26,
    'Select “two” if these are two collisions. If they are the same collision, select the record that counts.',
  );

/** Another collision that is probably the same. */
const doubleSchema = z.strictObject({
  id: z.string(),
  /** How alike both are: from `leastLikeness` to 1. */
  likeness: z.number(),
  /** Metres and minutes between both; null without both positions. */
  metres: z.number().int().nullable(),
  minutes: z.number().int(),
  shares: z.enum(['plate', 'phone']).nullable(),
  /** When it was recorded. */
  at: instant,
  zone: z.string(),
  team: z.string(),
  location: z.string(),
  noOfInjuries: z.number().int(),
  noOfFatalities: z.number().int(),
  verdict: verdictSchema.nullable(),
});
export type CollisionDouble = z.infer<typeof doubleSchema>;

/** The same, with what stands in it beside what the collision that was asked about says. */
const notedDoubleSchema = doubleSchema.extend({
  noOfCars: z.number().int(),
  /** Vehicles that share neither plate nor phone with one of the collision that was asked about. */
  otherVehicles: z.array(
    z.strictObject({ plate: z.string(), name: z.string(), phone: z.string() }),
  ),
  witnesses: z.number().int(),
  /** Pictures and videos of the scene. */
  files: z.number().int(),
  additions: z.number().int(),
});
export type NotedDouble = z.infer<typeof notedDoubleSchema>;

const doubles = answer(z.array(notedDoubleSchema).max(50));
const params = z.object({ id: z.string() });
const degrees = (most: number) => z.coerce.number().min(-most).max(most).optional();

/** The likeliest five that the caller may see to a collision here and now; `plates` have commas between. */
export const findDoubles = endpoint({
  method: 'GET',
  path: '/api/v1/collision/doubles',
  permission: 'record a collision',
  audit: null,
  query: z.strictObject({
    lat: degrees(90),
    lng: degrees(180),
    plates: z.string().max(200).default(''),
  }),
  response: answer(z.array(doubleSchema).max(50)),
});

/** The probable doubles of a collision that the caller may see, decided or not, likeliest first. */
export const listDoubles = endpoint({
  method: 'GET',
  path: '/api/v1/collision/:id/double',
  permission: 'see collisions',
  audit: null,
  params,
  response: doubles,
});

/**
 * Says of two probable doubles that they are one, by the id of the one that counts, or two. The other
 * leaves every figure, and is neither changed nor deleted. 404 where they aren't probable doubles; 409 where the verdict isn't `was` any more,
 * or one of them counts, or doesn't, with a third.
 */
export const decideDouble = act({
  method: 'POST',
  path: '/api/v1/collision/:id/double',
  permission: 'settle collisions',
  of: 'collision',
  audit: 'collision.compared',
  params,
  body: z.object({
    other: z.string().max(26),
    verdict: verdictSchema,
    was: verdictSchema.nullable(),
  }),
  response: doubles,
});
