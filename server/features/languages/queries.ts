import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { ResponseOf } from '#contract/endpoint.ts';
import { englishCode, type Say, sayEnglish } from '#contract/language.ts';
import {
  type LanguageChoice,
  noLanguages,
  type NamedLanguage,
  type OfferedLanguage,
  type readLanguages,
} from '#contract/languages.ts';
import { type Catalogue, sayIn } from '#contract/speaking.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { ContactsOf } from '#server/features/contacts/queries.ts';
import { lately } from '#server/process/lately.ts';
import { type LanguageFile, readLanguageFile, type Translated } from './po-file.ts';

const folder = new URL('../../../contract/languages/', import.meta.url);
let files: ReadonlyMap<string, LanguageFile> | undefined;

/** The languages that Hanya brings along, by their codes. Throws where a file can't be read. */
export function languageFiles(): ReadonlyMap<string, LanguageFile> {
  files ??= new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.po'))
      .toSorted()
      .map((name) => {
        const file = readLanguageFile(readFileSync(new URL(name, folder), 'utf8'));
        if (typeof file === 'string') throw new Error(`${name}: ${file}`);
        return [file.code, file];
      }),
  );
  return files;
}

const english: NamedLanguage = { code: englishCode, name: 'English', englishName: 'English' };

/** Another one once a sentence has changed, so that a device fetches the catalogue again. */
export const versionOf = (catalogue: Catalogue): string =>
  hash('sha256', JSON.stringify(catalogue)).slice(0, 16);

export async function languageChoiceOf(
  db: Database,
  { organisation, demo }: ContactsOf,
): Promise<LanguageChoice> {
  const row = await db
    .selectFrom('language_choices')
    .select(['offered', 'shows_unconfirmed', 'plain_letters'])
    .where('organisation', '=', organisation)
    .where('demo', '=', demo)
    .executeTakeFirst();
  if (!row) return noLanguages;
  return {
    offered: row.offered,
    showsUnconfirmed: row.shows_unconfirmed,
    plainLetters: row.plain_letters,
  };
}

/** The sentences of a language as an organisation has them: its own confirmed ones before the file's. */
export async function sentencesOf(
  db: Database,
  { organisation, demo }: ContactsOf,
  file: LanguageFile,
): Promise<readonly Translated[]> {
  const own = await db
    .selectFrom('translations')
    .select(['sentence', 'many', 'forms'])
    .where('organisation', '=', organisation)
    .where('demo', '=', demo)
    .where('language', '=', file.code)
    .execute();
  if (own.length === 0) return file.sentences;
  const confirmed = new Map(own.map((row) => [row.sentence, row]));
  return file.sentences.map((one) => {
    const row = confirmed.get(one.sentence);
    return row ? { ...one, forms: row.forms, isConfirmed: true } : one;
  });
}

/** What a reader is told: sentences that nobody has confirmed stay English unless they may be shown. */
export function catalogueOf(
  { code, plural }: LanguageFile,
  sentences: readonly Translated[],
  { showsUnconfirmed }: Pick<LanguageChoice, 'showsUnconfirmed'>,
): Catalogue {
  const shown = sentences.filter(
    ({ forms, isConfirmed }) => forms.length > 0 && (isConfirmed || showsUnconfirmed),
  );
  return {
    language: code,
    plural,
    isConfirmed: shown.every(({ isConfirmed }) => isConfirmed),
    sentences: Object.fromEntries(shown.map(({ sentence, forms }) => [sentence, forms])),
  };
}

/** The languages of an organisation's drivers, and how to speak to them. */
export interface Languages {
  /** English first; English alone where the organisation has chosen none. */
  readonly offered: readonly NamedLanguage[];
  readonly plainLetters: boolean;
  /** Undefined for English, and for a language that isn't offered. */
  readonly catalogue: (language: string) => Promise<Catalogue | undefined>;
  /** English for a language that isn't offered. */
  readonly say: (language: string) => Promise<Say>;
}

/** Where nobody knows what is offered. */
const englishAlone: Languages = {
  offered: [english],
  plainLetters: false,
  catalogue: () => Promise.resolve(undefined),
  say: () => Promise.resolve(sayEnglish),
};

export async function languagesOf(db: Database, of: ContactsOf): Promise<Languages> {
  const choice = await languageChoiceOf(db, of);
  const files = choice.offered.flatMap((code) => languageFiles().get(code) ?? []);
  const catalogue: Languages['catalogue'] = async (language) => {
    const file = files.find(({ code }) => code === language);
    return file && catalogueOf(file, await sentencesOf(db, of, file), choice);
  };
  return {
    offered: [
      english,
      ...files.map(({ code, name, englishName }) => ({ code, name, englishName })),
    ],
    plainLetters: choice.plainLetters,
    ...saidBy(catalogue),
  };
}

/** The same for a page of no organisation: a language is said as the first one that offers it does. */
async function languagesOfAll(db: Database, demoMode: boolean): Promise<Languages> {
  const rows = await db
    .selectFrom('language_choices')
    .select(['organisation', 'demo'])
    .$if(!demoMode, (query) => query.where('demo', '=', false))
    .orderBy('organisation')
    .orderBy('demo')
    .execute();
  const all = await Promise.all(rows.map((of) => languagesOf(db, of)));
  const offered = new Map(all.flatMap((one) => one.offered.map((each) => [each.code, each])));
  return {
    ...saidBy(async (language) =>
      all.find((one) => one.offered.some(({ code }) => code === language))?.catalogue(language),
    ),
    offered: [english, ...[...offered.values()].filter(({ code }) => code !== englishCode)],
    plainLetters: false,
  };
}

/** Milliseconds for which pages of no organisation offer the languages that were read last. */
export const languagesForMs = 1_000;

/** As they are, or were shortly before; English alone while the database has not answered yet. */
export const watchLanguagesOfAll = ({
  db,
  config: { demo },
}: Pick<Deps, 'db' | 'config'>): (() => Promise<Languages>) =>
  lately(englishAlone, languagesForMs, () => languagesOfAll(db, demo));

const saidBy = (catalogue: Languages['catalogue']): Pick<Languages, 'catalogue' | 'say'> => ({
  catalogue,
  say: async (language) => {
    const known = await catalogue(language);
    return known ? sayIn(known) : sayEnglish;
  },
});

/** The languages that can be chosen, each with the version of its sentences. */
export const offeredIn = ({ offered, catalogue }: Languages): Promise<OfferedLanguage[]> =>
  Promise.all(
    offered.map(async (language) => {
      const known = await catalogue(language.code);
      return { ...language, version: known ? versionOf(known) : '' };
    }),
  );

/** What an organisation has chosen, and what is open in each language. */
export async function languageStates(
  db: Database,
  of: ContactsOf,
): Promise<ResponseOf<typeof readLanguages>['data']> {
  const choice = await languageChoiceOf(db, of);
  const languages = [];
  for (const file of languageFiles().values()) {
    const sentences = await sentencesOf(db, of, file);
    const last = await db
      .selectFrom('translations')
      .select(['speaker', 'changed_at'])
      .where('organisation', '=', of.organisation)
      .where('demo', '=', of.demo)
      .where('language', '=', file.code)
      .orderBy('changed_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    languages.push({
      code: file.code,
      name: file.name,
      englishName: file.englishName,
      sentences: sentences.length,
      confirmed: sentences.filter(({ isConfirmed }) => isConfirmed).length,
      missing: sentences.filter(({ forms }) => forms.length === 0).length,
      last: last ? { speaker: last.speaker, at: last.changed_at.toISOString() } : null,
    });
  }
  return { choice, languages };
}
