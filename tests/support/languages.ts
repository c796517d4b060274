import { readLanguageFile, writeLanguageFile } from '#server/features/languages/po-file.ts';
import { languageFiles } from '#server/features/languages/queries.ts';

/** The file of a language that has no entries but these, all of them confirmed by a speaker. */
export function aSpeakersFile(code: string, confirmed: Readonly<Record<string, string[]>>): string {
  const file = languageFiles().get(code);
  if (!file) throw new Error(`There is no language ${code}.`);
  return writeLanguageFile({
    ...file,
    sentences: Object.entries(confirmed).map(([sentence, forms]) => ({
      sentence,
      many: file.sentences.find((one) => one.sentence === sentence)?.many ?? '',
      forms,
      isConfirmed: true,
      places: [],
    })),
  });
}

/** A PO file as it was written, read again. */
export function readAgain(text: string) {
  const read = readLanguageFile(text);
  if (typeof read === 'string') throw new Error(read);
  return read;
}
