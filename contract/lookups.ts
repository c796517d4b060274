import { z } from 'zod';
import { instant, listAnswer, pageQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';
import { recordsWith, type RecordWith } from './records.ts';
import { oneOf } from './sentences.ts';

type NotedRecord = RecordWith<'noted'>;
const notedRecords = recordsWith('noted');

/** The ways of seeing a person's data, as a list of look-ups calls them. */
export const lookupWords = {
  ...(Object.fromEntries(notedRecords.map((name) => [name, `Opened the ${name}`])) as Record<
    NotedRecord,
    string
  >),
  originals: 'Opened the original files',
  history: 'Read the history',
  paper: 'Read a paper',
  dossier: 'Opened a dossier',
  known: 'Looked up while filling in a form',
  plates: 'Downloaded the zone’s plates to work without a network',
  ...(Object.fromEntries(notedRecords.map((name) => [`${name}s`, `Searched ${name}s`])) as Record<
    `${NotedRecord}s`,
    string
  >),
  export: 'Exported the file about a person',
};
export type LookupKind = keyof typeof lookupWords;
const lookupKinds = Object.keys(lookupWords) as LookupKind[];

export const lookupSchema = z.strictObject({
  at: instant,
  /** Null for an account that isn't known any more. */
  by: personSchema.nullable(),
  kind: z.enum(lookupKinds),
});
export type Lookup = z.infer<typeof lookupSchema>;

/**
 * The people who opened a record, the latest first; a list that showed it doesn't count. 404 for a
 * record that the caller may not read.
 */
export const listLookups = endpoint({
  method: 'GET',
  path: '/api/v1/lookups/:record/:id',
  permission: 'see users',
  audit: null,
  params: z.object({
    record: z.enum(notedRecords, `Select ${oneOf(notedRecords)}.`),
    id: z.string(),
  }),
  query: z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(20) }),
  response: listAnswer(lookupSchema),
});
