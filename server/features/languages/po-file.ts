import PO from 'pofile';
import { isPluralRule, type PluralRule, pluralRules } from '#contract/speaking.ts';

/** A sentence of a language, as its file has it. */
export interface Translated {
  /** In English; `many` is that for more than one, '' where nothing is counted. */
  readonly sentence: string;
  readonly many: string;
  /** Empty where nobody has translated it. */
  readonly forms: readonly string[];
  /** A speaker has confirmed it: the file doesn't mark it as fuzzy. */
  readonly isConfirmed: boolean;
  /** Where the product says it. */
  readonly places: readonly string[];
}

export interface LanguageFile {
  readonly code: string;
  readonly name: string;
  readonly englishName: string;
  readonly plural: PluralRule;
  readonly sentences: readonly Translated[];
}

/** Reads a PO file; a sentence of English says what is wrong with it. */
export function readLanguageFile(text: string): LanguageFile | string {
  const { headers, items } = PO.parse(text.normalize('NFC'));
  const code = headers.Language ?? '';
  if (!/^[a-z]{2,3}$/.test(code))
    return 'The header of the file must name the language, such as “ha”.';
  const plural = headers['Plural-Forms'] ?? '';
  if (!isPluralRule(plural))
    return `The header of the file must have one of these Plural-Forms: ${Object.keys(pluralRules).join(' or ')}`;
  return {
    code,
    name: headers['X-Name'] ?? code,
    englishName: headers['X-English-Name'] ?? code,
    plural,
    sentences: items
      .filter(({ obsolete }) => !obsolete)
      .map(({ msgid, msgid_plural, msgstr, flags, references }) => ({
        sentence: msgid,
        many: msgid_plural ?? '',
        forms: msgstr.every((form) => form === '') ? [] : msgstr,
        isConfirmed: !flags['fuzzy'] && msgstr.every((form) => form !== ''),
        places: references,
      })),
  };
}

/** The same file again, with what an organisation has confirmed. */
export function writeLanguageFile({ code, name, englishName, plural, sentences }: LanguageFile) {
  const file = new PO();
  file.headers = {
    Language: code,
    'X-Name': name,
    'X-English-Name': englishName,
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': plural,
  };
  const nplurals = plural.startsWith('nplurals=1') ? 1 : 2;
  file.items = sentences.map((one) => {
    const item = new PO.Item();
    // Its types hide how many forms it writes.
    Object.assign(item, { nplurals });
    item.msgid = one.sentence;
    if (one.many !== '') item.msgid_plural = one.many;
    item.msgstr = [...one.forms];
    item.references = [...one.places];
    if (!one.isConfirmed && one.forms.length > 0) item.flags = { fuzzy: true };
    return item;
  });
  return `${file.toString().trimEnd()}\n`;
}

/** The places of a sentence but for the number, which a language may say in its own way. */
const places = (sentence: string): string =>
  [...new Set(sentence.match(/\{[a-zA-Z]+\}/g))]
    .filter((place) => place !== '{count}')
    .toSorted()
    .join(' ');

/** Why a translation can't be used: it has lost a place of its sentence, or has one of its own. */
export function whyNotUsed({ sentence, many, forms }: Translated): string {
  const wanted = places(many === '' ? sentence : many);
  const isLead = sentence.includes(' | ');
  const wrong = forms.find((form) => places(form) !== wanted || form.includes(' | ') !== isLead);
  if (wrong === undefined) return '';
  return `“${wrong}” must have the same words in braces as “${sentence}”${wanted === '' ? '' : `: ${wanted}`}.`;
}
