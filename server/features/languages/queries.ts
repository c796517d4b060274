import { readdirSync, readFileSync } from 'node:fs';
import { type Catalogue, englishCode, type Say, sayEnglish, sayIn } from '#contract/language.ts';
import type { LanguageChoice, OfferedLanguage } from '#contract/languages.ts';
import { noLanguages } from '#contract/languages.ts';
import type { Database } from '#server/db/database.ts';
import type { ContactsOf } from '#server/features/contacts/queries.ts';
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

export const english: OfferedLanguage = {
  code: englishCode,
  name: 'English',
  englishName: 'English',
};

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
export const catalogueOf = (
  { code, plural }: LanguageFile,
  sentences: readonly Translated[],
  { showsUnconfirmed }: Pick<LanguageChoice, 'showsUnconfirmed'>,
): Catalogue => ({
  language: code,
  plural,
  sentences: Object.fromEntries(
    sentences
      .filter(({ forms, isConfirmed }) => forms.length > 0 && (isConfirmed || showsUnconfirmed))
      .map(({ sentence, forms }) => [sentence, forms]),
  ),
});

/** The same for a page of no organisation: a language is said as the first one that offers it does. */
export async function languagesOfAll(db: Database, demoMode: boolean): Promise<Languages> {
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
    offered: [english, ...[...offered.values()].filter(({ code }) => code !== englishCode)],
    plainLetters: false,
    say: async (language) =>
      (await all.find((one) => one.offered.some(({ code }) => code === language))?.say(language)) ??
      sayEnglish,
  };
}

/** The languages of an organisation's drivers, and how to speak to them. */
export interface Languages {
  /** English first; English alone where the organisation has chosen none. */
  readonly offered: readonly OfferedLanguage[];
  readonly plainLetters: boolean;
  /** English for a language that isn't offered. */
  readonly say: (language: string) => Promise<Say>;
}

export async function languagesOf(db: Database, of: ContactsOf): Promise<Languages> {
  const choice = await languageChoiceOf(db, of);
  const offered = choice.offered.flatMap((code) => languageFiles().get(code) ?? []);
  return {
    offered: [
      english,
      ...offered.map(({ code, name, englishName }) => ({ code, name, englishName })),
    ],
    plainLetters: choice.plainLetters,
    say: async (language) => {
      const file = offered.find(({ code }) => code === language);
      if (!file) return sayEnglish;
      return sayIn(catalogueOf(file, await sentencesOf(db, of, file), choice));
    },
  };
}
