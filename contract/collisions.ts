import { z } from 'zod';
import { answer, listAnswer, pageQuery } from './answers.ts';
import { positionSchema } from './booking-fields.ts';
import { personSchema } from './bookings.ts';
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
import { organisationSchema } from './places.ts';
import { ifNone } from './sentences.ts';
import { optionalText, phoneText, plateText, requiredText, ulidSchema } from './text.ts';

export const witnessTypes = [
  'unknown',
  'witness',
  'driver',
  'passenger',
  'perpetrator',
  'bystander',
] as const;

/** Who an officer names as the perpetrator; only `other` is described in words. */
export const perpetrators = [...witnessTypes, 'other'] as const;

export const pictureLimit = 15 * 1024 * 1024;
export const videoLimit = 200 * 1024 * 1024;

const count = (what: string) =>
  z
    .number(ifNone(`Enter the number of ${what}.`))
    .int()
    .min(0, `The number of ${what} is 0 or more.`)
    .max(1_000);

const needVehicle = 'Add at least one vehicle.';

export const newVehicleSchema = z.object({
  plate: plateText.default(''),
  make: optionalText(60),
  model: optionalText(60),
  name: optionalText(120),
  phone: phoneText().default(''),
});

export const newWitnessSchema = z.object({
  type: z.enum(witnessTypes).default('unknown'),
  name: optionalText(120),
  phone: phoneText().default(''),
  statement: optionalText(4_000),
});

/** `type` holds the description of a perpetrator who is `other`, else ''. */
export const newOfficerSchema = z.object({
  perpetrator: z.enum(perpetrators),
  statement: optionalText(4_000),
  type: optionalText(200),
});

const officerStatementSchema = newOfficerSchema.transform((officer) => ({
  ...officer,
  type: officer.perpetrator === 'other' ? officer.type : '',
}));

/**
 * The fields of a collision; in the multipart body `vehicle`, `witness`, `officer`
 * and `position` are JSON. Evidence comes beside them as files.
 */
export const newCollisionSchema = z.object({
  _id: ulidSchema.optional(),
  organisation: organisationSchema.optional(),
  zone: requiredText(60, 'Choose a zone.'),
  team: optionalText(60),
  location: optionalText(200),
  desc: optionalText(4_000),
  noOfCars: count('vehicles'),
  noOfInjuries: count('injuries').default(0),
  noOfFatalities: count('fatalities'),
  notes: optionalText(2_000),
  vehicle: z.array(newVehicleSchema, ifNone(needVehicle)).min(1, needVehicle).max(50),
  witness: z.array(newWitnessSchema).max(50).default([]),
  officer: z.array(officerStatementSchema).max(20).default([]),
  position: positionSchema.nullable().default(null),
});
export type NewCollision = z.output<typeof newCollisionSchema>;

/** A collision. Files are short-lived signed addresses, '' where there is none; times are UTC. */
export const collisionSchema = z.strictObject({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: personSchema,
  organisation: organisationSchema,
  demo: z.boolean(),
  zone: z.string(),
  team: z.string(),
  location: z.string(),
  desc: z.string(),
  noOfCars: z.number().int(),
  noOfInjuries: z.number().int(),
  noOfFatalities: z.number().int(),
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
  position: positionSchema.nullable(),
});
export type Collision = z.infer<typeof collisionSchema>;

/**
 * Files: `img` (several pictures), `vid` (one video), and for each vehicle
 * `driverImg-<plate>` and `vehicleImg-<plate>`, where a vehicle without a plate is `#1`, `#2`, …
 */
export const createCollision = endpoint({
  method: 'POST',
  path: '/api/v1/collision',
  permission: 'record a collision',
  audit: 'collision.recorded',
  body: newCollisionSchema,
  files: [
    { name: 'img', kind: 'picture', many: true },
    { name: 'vid', kind: 'video', many: false },
    { name: /^driverImg-.{1,20}$/, kind: 'picture', many: false },
    { name: /^vehicleImg-.{1,20}$/, kind: 'picture', many: false },
  ],
  response: answer(collisionSchema),
});

/** A minus puts the latest first. */
export const collisionSorts = ['-createdAt', 'createdAt'] as const;
export type CollisionSort = (typeof collisionSorts)[number];
export const collisionSort = z.enum(collisionSorts, 'Choose how the list is sorted.');

/** `_searchfirstName` matches driver name, plate (in any spelling), location and reference. */
const collisionFilters = {
  _searchfirstName: searchFilter.optional(),
  ...placeAndDays,
  sort: collisionSort.default('-createdAt'),
};

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
    .strictObject({ ...collisionFilters, format: exportFormatSchema })
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

/**
 * A file of a collision byte for byte as it was received: of a picture the original that it was made
 * from, or the video. `line` is that of the picture or of the vehicle, from 1.
 */
export const originalSchema = z.strictObject({
  field: z.enum(['img', 'vid', 'driverImg', 'vehicleImg']),
  line: z.number().int(),
  type: z.string(),
  bytes: z.number().int(),
  /** Of these very bytes, in hex; the audit trail holds it too. */
  sha256: z.string(),
  sentAt: z.iso.datetime(),
  sentBy: personSchema.nullable(),
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
