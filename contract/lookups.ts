import { z } from 'zod';
import { listAnswer, pageQuery } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { personSchema } from './people.ts';
import { chooseOne, records, recordsWith, type RecordWith } from './records.ts';

const notedRecords = recordsWith('noted');

/** Words for one, or for several, of each kind that is noted. */
const wordsFor = <Place extends 0 | 1>(place: Place, words: (noun: string) => string) =>
  Object.fromEntries(
    notedRecords.map((name) => [records[name].nouns[place], words(records[name].nouns[place])]),
  ) as Record<(typeof records)[RecordWith<'noted'>]['nouns'][Place], string>;

/** How somebody saw what is recorded of a person, as a list of look-ups calls it. */
export const lookupWords = {
  ...wordsFor(0, (noun) => `Opened the ${noun}`),
  originals: 'Opened the files as received',
  history: 'Read the history',
  paper: 'Read a paper',
  dossier: 'Opened a dossier',
  known: 'Asked while filling in a form',
  plates: 'Fetched the plates of their place for work without a network',
  ...wordsFor(1, (nouns) => `Searched ${nouns}`),
  export: 'Exported what is kept about the person',
};
export type LookupKind = keyof typeof lookupWords;
const lookupKinds = Object.keys(lookupWords) as LookupKind[];

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
    record: z.enum(notedRecords, chooseOne(notedRecords)),
    id: z.string(),
  }),
  query: z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(20) }),
  response: listAnswer(lookupSchema),
});
