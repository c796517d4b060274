import { z } from 'zod';
import { answer } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { said } from './language.ts';
import { organisationSchema } from './places.ts';

/** The groups of the catalogue by id prefix, with the name that the picker shows. */
export const offenceGroups = said({
  LGC: 'Licence and general conduct',
  LCC: 'Commercial vehicle colours and routes',
  TMS: 'Traffic signs and parking',
  VDF: 'Vehicle lamp defects',
  ADL: 'Alcohol, drugs and smoking',
  MCL: 'Motorcycle',
  SPV: 'Speed',
  MTF: 'Major traffic offences',
  SCC: 'Storage and towing charges',
  VIL: 'Towing and other items, including Driving Test for private vehicles',
} as const);

export const offenceGroupSchema = z.enum([
  'LGC',
  'LCC',
  'TMS',
  'VDF',
  'ADL',
  'MCL',
  'SPV',
  'MTF',
  'SCC',
  'VIL',
]);
export type OffenceGroup = z.infer<typeof offenceGroupSchema>;

const needOffenceId = 'Enter the id of an offence in the catalogue, such as LGC-01.';

export const offenceIdSchema = z.string(needOffenceId).regex(/^[A-Z]{3}-\d{2}$/, needOffenceId);

/** A catalogue entry. `amount` is naira; `code` is the payment code; `perDay` charges may repeat. */
export const offenceSchema = z.strictObject({
  id: offenceIdSchema,
  group: offenceGroupSchema,
  name: z.string(),
  amount: z.number().int().min(0),
  penalty: z.string(),
  code: z.string(),
  perDay: z.boolean(),
});
export type Offence = z.infer<typeof offenceSchema>;

/** With the fees that are confirmed for days to come (Africa/Lagos), the nearest first, in naira. */
export const offeredOffenceSchema = offenceSchema.extend({
  later: z.array(z.strictObject({ from: z.iso.date(), amount: z.number().int().min(0) })),
});
export type OfferedOffence = z.infer<typeof offeredOffenceSchema>;

/** An offence on a booking, as it was priced. `amount` is naira; `mdasId` is the revenue head. */
export const bookedOffenceSchema = z.strictObject({
  id: offenceIdSchema,
  name: z.string(),
  penalty: z.string(),
  amount: z.number(),
  code: z.string(),
  mdasId: z.number().int().nullable(),
});
export type BookedOffence = z.infer<typeof bookedOffenceSchema>;

/**
 * The whole catalogue at today's fees of the caller's organisation, with fees of days to come for
 * devices without a network. Callers of all organisations name one in `organisation`; without it
 * the amounts are the catalogue's own.
 */
export const listOffences = endpoint({
  method: 'GET',
  path: '/api/v1/offence',
  permission: 'see the catalogue',
  audit: null,
  query: z.strictObject({ organisation: organisationSchema.optional() }),
  response: answer(z.array(offeredOffenceSchema)),
});

/** The form offers so many of an officer's offences before anything is typed. */
export const mostOftenUsed = 8;

/**
 * The ids of the offences that the caller booked most often in the last 90 days, the most often one
 * first, at most `mostOftenUsed`.
 */
export const listOftenUsed = endpoint({
  method: 'GET',
  path: '/api/v1/offence/often',
  permission: 'book',
  audit: null,
  response: answer(z.array(offenceIdSchema)),
});
