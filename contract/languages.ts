import { z } from 'zod';
import { act } from './act.ts';
import { answer, instant } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { languageSchema } from './language-code.ts';
import { organisationSchema } from './places.ts';
import { requiredText } from './text.ts';

/** A language in its own name and in English. */
const namedLanguageSchema = z.strictObject({
  code: languageSchema,
  name: z.string(),
  englishName: z.string(),
});
export type NamedLanguage = z.infer<typeof namedLanguageSchema>;

/** A language that can be chosen. */
export const offeredLanguageSchema = namedLanguageSchema.extend({
  /** Another one once a sentence of it has changed; '' for English. */
  version: z.string(),
});
export type OfferedLanguage = z.infer<typeof offeredLanguageSchema>;

/** An organisation chooses these; English is always offered. */
export const languageChoiceSchema = z.strictObject({
  offered: z
    .array(languageSchema, 'Send the offered languages as a list.')
    .max(50, 'Select at most 50 languages.'),
  /** Drivers also read sentences that no speaker has confirmed. */
  showsUnconfirmed: z.boolean(),
  /** Messages are written without hooked letters and marks, so that they have fewer parts. */
  plainLetters: z.boolean(),
});
export type LanguageChoice = z.infer<typeof languageChoiceSchema>;

export const noLanguages: LanguageChoice = {
  offered: [],
  showsUnconfirmed: false,
  plainLetters: false,
};

const languageStateSchema = namedLanguageSchema.extend({
  sentences: z.number().int(),
  /** A speaker has confirmed them. */
  confirmed: z.number().int(),
  /** Nobody has translated them. */
  missing: z.number().int(),
  /** This speaker confirmed the latest ones then; null before anybody has. */
  last: z.strictObject({ speaker: z.string(), at: instant }).nullable(),
});
export type LanguageState = z.infer<typeof languageStateSchema>;

const languagesSchema = z.strictObject({
  choice: languageChoiceSchema,
  languages: z.array(languageStateSchema),
});

const organisation = organisationSchema.optional();
const params = z.object({ language: languageSchema });

/** Every language that Hanya has, and what is open in each; 403 beyond the scope. */
export const readLanguages = endpoint({
  method: 'GET',
  path: '/api/v1/language',
  permission: 'set up the organisation',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(languagesSchema),
});

/** The languages that the caller can choose for a driver and for their own screens. */
export const listOfferedLanguages = endpoint({
  method: 'GET',
  path: '/api/v1/language/offered',
  permission: 'see the catalogue',
  audit: null,
  query: z.strictObject({ organisation }),
  response: answer(z.array(offeredLanguageSchema)),
});

/** Chooses the languages of an organisation. 403 for a state admin of one zone. */
export const changeLanguages = act({
  method: 'PUT',
  path: '/api/v1/language',
  permission: 'set up the organisation',
  of: 'organisation',
  audit: 'organisation.languages-changed',
  proof: 'lately',
  body: languageChoiceSchema.extend({ organisation }),
  response: answer(languagesSchema),
});

/** The sentences of a language as a PO file, with those that are still to be translated or confirmed. */
export const exportLanguage = endpoint({
  method: 'GET',
  path: '/api/v1/language/:language/file',
  permission: 'set up the organisation',
  audit: null,
  params,
  query: z.strictObject({ organisation }),
  download: ['text/x-gettext-translation'],
  response: z.string(),
});

/**
 * Takes the PO file that a speaker has read: what it doesn't mark as fuzzy is confirmed. 400 for what
 * is no PO file of this language, and for a sentence that has lost one of its places.
 */
export const importLanguage = act({
  method: 'POST',
  path: '/api/v1/language/:language/file',
  permission: 'set up the organisation',
  of: 'organisation',
  audit: 'organisation.language-confirmed',
  proof: 'lately',
  params,
  body: z.strictObject({
    organisation,
    speaker: requiredText(120, 'Enter the name of the speaker who has read the file.'),
  }),
  files: [{ name: 'file', kind: 'table', many: false }],
  response: answer(languagesSchema.extend({ taken: z.number().int() })),
});

export const catalogueSchema = z.strictObject({
  language: languageSchema,
  version: z.string(),
  plural: z.string(),
  isConfirmed: z.boolean(),
  sentences: z.record(z.string(), z.array(z.string())),
});

/** The sentences of a language for the caller's organisation; 404 for one that it doesn't offer. */
export const readCatalogue = endpoint({
  method: 'GET',
  path: '/api/v1/language/:language',
  permission: 'see the catalogue',
  audit: null,
  params,
  query: z.strictObject({ organisation }),
  response: answer(catalogueSchema),
});

/**
 * The sentences of a language for whoever is not signed in, as the first organisation that offers it
 * has them; 404 where none does.
 */
export const readCatalogueForAll = endpoint({
  method: 'GET',
  path: '/api/v1/auth/language/:language',
  permission: 'public',
  audit: null,
  failure: 'ignored',
  params,
  response: answer(catalogueSchema),
});
