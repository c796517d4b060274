import { z } from 'zod';
import { answer, instant, listAnswer, pageQuery } from './answers.ts';
import { shownPositionSchema } from './booking-fields.ts';
import { capturedSchema } from './capture.ts';
import { endpoint } from './endpoint.ts';
import {
  daysInOrder,
  daysReversed,
  exportFormatSchema,
  exportTypes,
  idsFilter,
  placeAndDays,
  searchFilter,
} from './list-filters.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';

export const witnessTypes = [
  'unknown',
  'witness',
  'driver',
  'passenger',
  'perpetrator',
  'bystander',
] as const;

/** The perpetrators that an officer may name; only `other` is described in words. */
export const perpetrators = [...witnessTypes, 'other'] as const;

/**
 * More that was said of a collision: `collisionFactsSchema` holds what is taken in, and few bytes
 * describe it here, since every form and list carries them.
 */
export const looseFacts = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.string())]),
);
export type LooseFacts = z.output<typeof looseFacts>;

/** Vehicles, injured and killed, by the names that a collision has for them. */
export const countsSchema = z.strictObject({
  noOfCars: z.number().int(),
  noOfInjuries: z.number().int(),
  noOfFatalities: z.number().int(),
});
export type Counts = z.infer<typeof countsSchema>;

/** A collision. Files are short-lived signed addresses, '' where there is none; times are UTC. */
export const collisionSchema = z.strictObject({
  _id: z.string(),
  createdAt: instant,
  createdBy: personSchema,
  organisation: organisationSchema,
  demo: z.boolean(),
  zone: z.string(),
  team: z.string(),
  location: z.string(),
  desc: z.string(),
  noOfCars: z.number().int(),
  /** With those who died later, and as corrected: see `contract/collision-additions.ts`. */
  noOfInjuries: z.number().int(),
  noOfFatalities: z.number().int(),
  /** As they are known now: each by whoever said it last. */
  facts: looseFacts,
  /** So much was added after it was recorded. */
  additions: z.number().int(),
  /** Collisions found to be probably the same, and those about which nobody has decided. */
  doubles: z.strictObject({ found: z.number().int(), open: z.number().int() }),
  /** The id of the one that counts in its place; see `contract/collision-doubles.ts`. */
  countsAs: z.string().nullable(),
  /** What superiors corrected in its counts, the oldest first: `contract/collision-corrections.ts`. */
  corrections: z.array(
    z.strictObject({
      at: instant,
      by: personSchema,
      reason: z.string(),
      was: countsSchema,
      now: countsSchema,
    }),
  ),
  notes: z.string(),
  img: z.array(z.string()),
  vid: z.string(),
  vehicle: z.array(
    z.strictObject({
      plate: z.string(),
      make: z.string(),
      model: z.string(),
      name: z.string(),
      phone: z.string(),
      driverImg: z.string(),
      vehicleImg: z.string(),
    }),
  ),
  witness: z.array(
    z.strictObject({
      type: z.enum(witnessTypes),
      name: z.string(),
      phone: z.string(),
      statement: z.string(),
    }),
  ),
  officer: z.array(
    z.strictObject({
      perpetrator: z.enum(perpetrators),
      statement: z.string(),
      type: z.string(),
    }),
  ),
  position: shownPositionSchema.nullable(),
  /** Announced files that are still to come. */
  filesToCome: z.number().int(),
  /** Files among those to come that came and could not be read: others must take their place. */
  filesUnreadable: z.number().int(),
  /** Null where no device said when the collision was recorded: then it is `createdAt`. */
  captured: capturedSchema.nullable(),
});
export type Collision = z.infer<typeof collisionSchema>;

/** A minus puts the latest first. */
export const collisionSorts = ['-createdAt', 'createdAt'] as const;
export type CollisionSort = (typeof collisionSorts)[number];
export const collisionSort = z.enum(collisionSorts, 'Select how to sort the list.');

/**
 * These narrow the list. `doubles` finds those with an undecided probable double, or those that count as
 * another; `near` is a circle in degrees north and east, and metres.
 */
export const collisionNarrowing = {
  ...placeAndDays,
  near: z
    .string()
    .regex(
      /^-?\d{1,2}(\.\d+)?,-?\d{1,3}(\.\d+)?,[1-9]\d{0,4}$/,
      'Enter near as latitude,longitude,metres.',
    )
    .optional(),
  doubles: z.enum(['open', 'linked']).optional(),
};

/** `_searchfirstName` matches driver name, plate and phone (in any spelling), location and reference. */
const collisionFilters = {
  _searchfirstName: searchFilter.optional(),
  ...collisionNarrowing,
  sort: collisionSort.default('-createdAt'),
};

/**
 * The list holds the collisions that count, as every figure does. Those that count as another are found
 * by `_searchfirstName` and by `doubles`.
 */
export const listCollisions = endpoint({
  method: 'GET',
  path: '/api/v1/collision',
  permission: 'see collisions',
  audit: null,
  query: z
    .strictObject({ ...pageQuery, ...collisionFilters, ids: idsFilter })
    .refine(daysInOrder, daysReversed),
  response: listAnswer(collisionSchema),
});

/** Every collision that the filters show, as a file; 400 for more than `exportLimits`. */
export const exportCollisions = endpoint({
  method: 'GET',
  path: '/api/v1/collision/export',
  permission: 'export lists',
  audit: 'collisions.exported',
  query: z
    .strictObject({ ...collisionFilters, ids: idsFilter, format: exportFormatSchema })
    .refine(daysInOrder, daysReversed),
  download: Object.values(exportTypes),
  response: z.string(),
});

export const readCollision = endpoint({
  method: 'GET',
  path: '/api/v1/collision/:id',
  permission: 'see collisions',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(collisionSchema),
});
