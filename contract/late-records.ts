import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant, listAnswer, pageQuery } from './answers.ts';
import { captureSchema, toldPriceSchema } from './capture.ts';
import { endpoint } from './endpoint.ts';
import { daysInOrder, daysReversed, placeAndDays, placeFilters } from './list-filters.ts';
import { personSchema } from './people.ts';
import { organisationSchema } from './places.ts';
import { offlineRecords } from './records.ts';
import { requiredText, text, ulidSchema, zoneText } from './text.ts';

/** A record that was too long on its way, and what a superior said to it. Times are UTC. */
export const lateRecordSchema = z.strictObject({
  /** The `_id` that the record has on its device, and here once it is let in. */
  _id: z.string(),
  kind: z.enum(offlineRecords),
  /** The plate of a booking, else the location. */
  label: z.string(),
  /** The names of the offences of a booking; empty where they aren't known. */
  offences: z.array(z.string()),
  /** The price of a booking in naira, by the day on which it was made; null where it isn't known. */
  price: z.number().nullable(),
  /** The same by the day on which its device first tried to send it. */
  priceOnArrival: z.number().nullable(),
  organisation: organisationSchema,
  zone: z.string(),
  officer: personSchema,
  madeAt: instant,
  /** The time of the device's first attempt to send it. */
  askedAt: instant,
  /** Null while it waits. */
  decision: z
    .strictObject({ letIn: z.boolean(), reason: z.string(), by: personSchema, at: instant })
    .nullable(),
});
export type LateRecord = z.infer<typeof lateRecordSchema>;

export const decisionWords = ({ decision }: Pick<LateRecord, 'decision'>): string =>
  decision === null ? 'Waiting' : decision.letIn ? 'Accepted' : 'Refused';

/** One late record in the caller's scope. */
export const readLateRecord = endpoint({
  method: 'GET',
  path: '/api/v1/late-record/:id',
  permission: 'see late records',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(lateRecordSchema),
});

/**
 * A superior lets a late record in, or keeps it out, and says why; 409 afterwards. The record let
 * in is the one that its device first tried to send, made when it said then. Another record under
 * its id is a 409. 403 for a record of one's own, a first password or a new account. 409 for an
 * officer whose password the caller knows.
 */
export const decideLateRecord = act({
  method: 'PUT',
  path: '/api/v1/late-record/:id',
  permission: 'let in late records',
  of: 'late record',
  audit: 'record.let-in',
  outcomes: { keptOut: 'record.kept-out' },
  final: true,
  proof: 'lately',
  ruleOfTwo: 'undoes',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    letIn: z.boolean('Select whether to accept the record.'),
    reason: requiredText(500, 'Enter a reason.'),
  }),
  response: answer(lateRecordSchema),
});

const lateCountSchema = z.strictObject({
  officer: personSchema,
  /** Records that arrived later than `lateAfterMinutes` after they were made. */
  late: z.number().int(),
  /** Bookings that would have cost more on the day on which they arrived, late or not. */
  cheaper: z.number().int(),
  /** Those of them that were too late, and let in by a superior. */
  letIn: z.number().int(),
  /** Records that the officer took out of a device before they arrived. */
  takenOut: z.number().int(),
});
export type LateCount = z.infer<typeof lateCountSchema>;

/**
 * The officers of the scope with late records, bookings at an earlier day's lower price, or records
 * taken out, by the day of arrival.
 */
export const countLateRecords = endpoint({
  method: 'GET',
  path: '/api/v1/late-record/officers',
  permission: 'see late records',
  audit: null,
  query: z.strictObject(placeAndDays).refine(daysInOrder, daysReversed),
  response: answer(z.array(lateCountSchema)),
});

/** A record that its officer took out of a device before it arrived. `toldPrice` is naira. */
export const takenOutSchema = z.strictObject({
  _id: z.string(),
  kind: z.enum(offlineRecords),
  label: z.string(),
  organisation: organisationSchema,
  zone: z.string(),
  officer: personSchema,
  toldPrice: z.number().nullable(),
  madeAt: instant,
  takenOutAt: instant,
  reason: z.string(),
});
export type TakenOutRecord = z.infer<typeof takenOutSchema>;

/** The records in the caller's scope that were taken out of a device, the last first. */
export const listTakenOutRecords = endpoint({
  method: 'GET',
  path: '/api/v1/late-record/taken-out',
  permission: 'see late records',
  audit: null,
  query: z.strictObject({ ...pageQuery, ...placeFilters }),
  response: listAnswer(takenOutSchema),
});

/**
 * A device says that its officer took out a record, and why; saying it again is harmless. 409 for a
 * record that has arrived.
 */
export const takeOutRecord = act({
  method: 'POST',
  path: '/api/v1/late-record/taken-out',
  permission: 'record a collision',
  of: 'taken-out record',
  audit: 'record.taken-out',
  final: true,
  body: z.object({
    _id: ulidSchema,
    kind: z.enum(offlineRecords),
    label: text(200),
    organisation: organisationSchema.optional(),
    zone: zoneText,
    toldPrice: toldPriceSchema.nullable().default(null),
    capture: captureSchema,
    reason: requiredText(500, 'Enter a reason.'),
  }),
  response: answer(takenOutSchema),
});
