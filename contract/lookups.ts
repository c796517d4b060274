import { z } from 'zod';
import { listAnswer, pageQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';

/** How somebody saw what is recorded of a person. */
export const lookupKinds = [
  'booking',
  'collision',
  'originals',
  'history',
  'paper',
  'dossier',
  'known',
  'plates',
  'bookings',
  'collisions',
  'export',
] as const;
export type LookupKind = (typeof lookupKinds)[number];

/** What a way of looking is called in a list of them. */
export const lookupWords: Readonly<Record<LookupKind, string>> = {
  booking: 'Opened the booking',
  collision: 'Opened the collision',
  originals: 'Opened the files as received',
  history: 'Read the history',
  paper: 'Read a paper',
  dossier: 'Opened a dossier',
  known: 'Asked while filling in a form',
  plates: 'Fetched the plates of their place for work without a network',
  bookings: 'Searched bookings',
  collisions: 'Searched collisions',
  export: 'Exported what is kept about the person',
};

export const lookupSchema = z.strictObject({
  at: z.iso.datetime(),
  /** Null for an account that isn't known any more. */
  by: personSchema.nullable(),
  kind: z.enum(lookupKinds),
});
export type Lookup = z.infer<typeof lookupSchema>;

/**
 * Who opened a record, the latest first; 404 for one that the caller may not read. What a list
 * showed of it isn't among them.
 */
export const listLookups = endpoint({
  method: 'GET',
  path: '/api/v1/lookups/:record/:id',
  permission: 'answer for personal data',
  audit: null,
  params: z.object({
    record: z.enum(['booking', 'collision'], 'Choose booking or collision.'),
    id: z.string(),
  }),
  query: z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(20) }),
  response: listAnswer(lookupSchema),
});
