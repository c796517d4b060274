import { z } from 'zod';
import { answer } from './answers.ts';
import { positionSchema } from './booking-fields.ts';
import { captureSchema } from './capture.ts';
import { collisionSchema, looseFacts, perpetrators, witnessTypes } from './collisions.ts';
import { endpoint } from './endpoint.ts';
import { spellingKey } from './folding.ts';
import { identifies } from './identities.ts';
import { said } from './language.ts';
import { organisationSchema } from './places.ts';
import { ifNone } from './sentences.ts';
import { takenSchema } from './taken.ts';
import { optionalText, phoneText, plateText, ulidSchema, zoneText } from './text.ts';
import { maxFilesPerCall, videoLimit } from './upload-limits.ts';

/** How many there are of something in a collision. */
export const count = (what: string) =>
  z
    .number(ifNone(`Enter the number of ${what}.`))
    .int()
    .min(0, `Enter 0 or more for the number of ${what}.`)
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

const fileFields = /^(img|vid|(driver|vehicle)Img-.{1,20})$/;

/** A file that a device has and will send: where it belongs, its size in bytes, and its SHA-256. */
export const announcedFileSchema = z.object({
  id: ulidSchema,
  field: z
    .string(ifNone('Enter the field that the file belongs to.'))
    .regex(fileFields, 'Enter the field that the file belongs to.'),
  bytes: z.number().int().min(1).max(videoLimit),
  sha256: z
    .string(ifNone('Enter the SHA-256 as 64 hexadecimal digits.'))
    .regex(/^[0-9a-f]{64}$/, 'Enter the SHA-256 as 64 hexadecimal digits.'),
  /**
   * Its media type by its bytes, as `contract/file-kinds.ts` finds it: 400 for one that is not kept.
   * Missing only where a phone of an older version signed it.
   */
  type: z.string().max(100).optional(),
  taken: takenSchema.optional(),
});

/**
 * The fields of a collision; in the multipart body `vehicle`, `witness`, `officer`,
 * `position`, `facts`, `capture` and `coming` are JSON. Evidence comes beside them as files.
 */
export const newCollisionSchema = z.object({
  _id: ulidSchema.optional(),
  organisation: organisationSchema.optional(),
  zone: zoneText,
  team: optionalText(60),
  location: optionalText(200),
  desc: optionalText(4_000),
  noOfCars: count(said('vehicles')),
  noOfInjuries: count(said('injuries')).default(0),
  noOfFatalities: count(said('fatalities')),
  notes: optionalText(2_000),
  facts: looseFacts.optional(),
  vehicle: z.array(newVehicleSchema, ifNone(needVehicle)).min(1, needVehicle).max(50),
  witness: z.array(newWitnessSchema).max(50).default([]),
  officer: z.array(officerStatementSchema).max(20).default([]),
  position: positionSchema.nullable().default(null),
  /** Given by a device that keeps what it makes before it sends it. */
  capture: captureSchema.optional(),
  /**
   * Files that are sent in parts, after these words: see `contract/coming-files.ts`. One that comes
   * beside them all the same, under its field, is received with them.
   */
  coming: z.array(announcedFileSchema).max(maxFilesPerCall).default([]),
});
export type NewCollision = z.output<typeof newCollisionSchema>;

/**
 * The names of vehicles in the names of their files: the plate, or `#1`, `#2`, … Numbers stand for
 * vehicles without a plate, and for words that stand twice.
 */
export function vehicleLabels(plates: readonly string[]): string[] {
  let unnamed = 0;
  return plates.map((plate, index) =>
    plate === '' || plates.indexOf(plate) < index ? `#${(unnamed += 1)}` : plate,
  );
}

/** The index of the first plate that stands before in any spelling; -1 for none. */
export function repeatedPlate(plates: readonly string[]): number {
  const keys = plates.map((plate) => (identifies('plate', plate) ? spellingKey(plate) : ''));
  return keys.findIndex((key, index) => key !== '' && keys.indexOf(key) < index);
}

/** The sentence for a plate that another vehicle of the collision has. */
export const plateTwice = (plate: string) => `The plate ${plate} is already on this collision.`;

/**
 * Files: `img` (several pictures), `vid` (one video), and for each vehicle
 * `driverImg-<plate>` and `vehicleImg-<plate>`, by `vehicleLabels`.
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
