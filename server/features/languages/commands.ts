import { readFile } from 'node:fs/promises';
import type { Transaction } from 'kysely';
import type { changeLanguages, importLanguage, LanguageChoice } from '#contract/languages.ts';
import type { Organisation } from '#contract/places.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import type { DB } from '#server/db/tables.ts';
import { takeTurn } from '#server/db/take-turn.ts';
import type { Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { theWholeOrganisation } from '#server/scope/rules.ts';
import { type LanguageFile, readLanguageFile, type Translated, whyNotUsed } from './po-file.ts';
import { languageChoiceOf, languageFiles, languageStates, sentencesOf } from './queries.ts';

interface Standing<Value> {
  readonly organisation: Organisation;
  readonly before: Value;
}

/** Chooses the languages of an organisation. Of two at once the later one stands, over the earlier. */
export const changingLanguages: Steps<
  typeof changeLanguages,
  undefined,
  Standing<LanguageChoice>
> = {
  id: (_none, { organisation }) => organisation,
  lock: async (trx, { body, caller: { scope, demo } }) => {
    const organisation = theWholeOrganisation(scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    await takeTurn(trx, `languages ${organisation} ${demo}`);
    return { organisation, before: await languageChoiceOf(trx, { organisation, demo }) };
  },
  rule: (_locked, { body }) => {
    const unknown = body.offered.find((code) => !languageFiles().has(code));
    return unknown === undefined
      ? null
      : invalid('offered', `Hanya does not have the language “${unknown}”. Select another.`);
  },
  change: async (trx, { organisation, before }, { body, caller }) => {
    const { organisation: _chosen, ...chosen } = body;
    const after = { ...chosen, offered: [...new Set(chosen.offered)] };
    await writeChoice(trx, organisation, caller, after);
    return { before, after };
  },
  answer: (trx, { caller: { demo } }, { organisation }) =>
    languageStates(trx, { organisation, demo }),
};

/** Writes what an organisation has chosen; the caller notes it in the trail. */
export async function writeChoice(
  trx: Transaction<DB>,
  organisation: Organisation,
  { userId, demo }: Pick<Caller, 'userId' | 'demo'>,
  { offered, showsUnconfirmed, plainLetters }: LanguageChoice,
): Promise<void> {
  const row = {
    offered,
    shows_unconfirmed: showsUnconfirmed,
    plain_letters: plainLetters,
    changed_by: userId,
    changed_at: new Date(),
  };
  await trx
    .insertInto('language_choices')
    .values({ organisation, demo, ...row })
    .onConflict((conflict) => conflict.columns(['organisation', 'demo']).doUpdateSet(row))
    .execute();
}

/** What a speaker has read of a file: the sentences that it confirms. */
export interface ReadFile {
  readonly file: LanguageFile;
  readonly confirmed: readonly Translated[];
}

/** No language of the product comes near either. */
const [mostBytes, mostLines] = [1024 * 1024, 40_000];

/** 400 for what is no PO file of this language, and for a sentence that has lost one of its places. */
export async function readConfirmed(
  code: string,
  sent: UploadedFile | undefined,
): Promise<Outcome<ReadFile>> {
  const file = languageFiles().get(code);
  if (!file) return notFound('language');
  if (!sent) return invalid('file', 'Select the file that the speaker has read.');
  if (sent.bytes > mostBytes)
    return invalid('file', 'This file is too large. Send the PO file alone.');
  const text = await readFile(sent.path, 'utf8');
  if (text.split('\n', mostLines + 1).length > mostLines)
    return invalid('file', 'This file has too many lines. Send the PO file alone.');
  const read = readLanguageFile(text);
  if (typeof read === 'string') return invalid('file', read);
  if (read.code !== code)
    return invalid(
      'file',
      `This file is for the language “${read.code}”. Send the file for “${code}”.`,
    );
  const known = new Map(file.sentences.map((one) => [one.sentence, one]));
  const confirmed = read.sentences.flatMap(({ sentence, forms, isConfirmed }) => {
    const one = known.get(sentence);
    return one && isConfirmed && forms.length > 0 ? [{ ...one, forms, isConfirmed }] : [];
  });
  const [why] = confirmed.map(whyNotUsed).filter((one) => one !== '');
  if (why !== undefined) return invalid('file', why);
  if (confirmed.length === 0)
    return invalid(
      'file',
      'The file has no confirmed sentences. Remove the mark “fuzzy” from each sentence that the speaker has read.',
    );
  return { file, confirmed };
}

/** Takes what a speaker has confirmed; a sentence that was confirmed before is changed where it differs. */
export const importingLanguage: Steps<
  typeof importLanguage,
  ReadFile,
  Standing<ReadonlyMap<string, Translated>>
> = {
  id: (_read, { organisation }) => organisation,
  lock: async (trx, { record: { file }, body, caller: { scope, demo } }) => {
    const organisation = theWholeOrganisation(scope, body.organisation);
    if (organisation instanceof Refusal) return organisation;
    await takeTurn(trx, `languages ${organisation} ${demo}`);
    const sentences = await sentencesOf(trx, { organisation, demo }, file);
    return { organisation, before: new Map(sentences.map((one) => [one.sentence, one])) };
  },
  change: async (trx, { organisation, before }, { record, body, caller: { userId, demo } }) => {
    const news = newIn(record, before);
    const now = new Date();
    const row = { speaker: body.speaker, changed_by: userId, changed_at: now };
    for (const { sentence, many, forms } of news)
      await trx
        .insertInto('translations')
        .values({
          organisation,
          demo,
          language: record.file.code,
          sentence,
          many,
          forms: [...forms],
          ...row,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['organisation', 'demo', 'language', 'sentence'])
            .doUpdateSet({ many, forms: [...forms], ...row }),
        )
        .execute();
    const after = {
      language: record.file.code,
      speaker: body.speaker,
      sentences: Object.fromEntries(news.map(({ sentence, forms }) => [sentence, forms])),
    };
    return { before: null, after };
  },
  answer: async (trx, { record, caller: { demo } }, { organisation, before }) => ({
    ...(await languageStates(trx, { organisation, demo })),
    taken: newIn(record, before).length,
  }),
};

const newIn = ({ confirmed }: ReadFile, before: ReadonlyMap<string, Translated>) =>
  confirmed.filter(({ sentence, forms }) => {
    const stood = before.get(sentence);
    return !stood?.isConfirmed || stood.forms.join('\n') !== forms.join('\n');
  });
