// npm run generate -- languages: brings the files of contract/languages up to what the product says: a new
// sentence is added without a translation, one that nobody says any more goes, and the rest stays as it is.
// With `check` (npm run check -- languages) nothing is written, and a file that would change fails.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { bookingFields } from '#contract/booking-fields.ts';
import { rowOf } from '#contract/booking-rows.ts';
import { factChoices, roadUsers } from '#contract/collision-facts.ts';
import { perpetrators } from '#contract/collisions.ts';
import { keptTypes } from '#contract/file-kinds.ts';
import { monthNames } from '#contract/language.ts';
import { driverMessages } from '#contract/modules/after-ticket/message-texts.ts';
import { messageStates } from '#contract/modules/after-ticket/messages.ts';
import { confiscationOptions } from '#contract/new-bookings.ts';
import { roles } from '#contract/role-names.ts';
import { nameOf } from '#contract/sentences.ts';
import {
  readLanguageFile,
  whyNotUsed,
  writeLanguageFile,
} from '#server/features/languages/po-file.ts';
import { numberWords } from '#server/modules/after-ticket/papers/naira-words.ts';
import { months, weekdays } from '#web/format/calendar.ts';

const folder = new URL('../contract/languages/', import.meta.url);
const offences = JSON.parse(
  readFileSync(new URL('../server/features/offences/catalogue.json', import.meta.url), 'utf8'),
);

/** What is said of data: its sentences, and where the data stands. */
const tables = [
  ['contract/language.ts', monthNames],
  [
    'contract/booking-rows.ts',
    bookingFields.flatMap((field) => {
      const { label, printed, choices = [] } = rowOf(field);
      return [label, ...(typeof printed === 'string' ? [printed] : []), ...choices];
    }),
  ],
  [
    'contract/sentences.ts',
    [
      ...bookingFields.map(nameOf),
      nameOf('firstName'),
      nameOf('lastName'),
      'vehicle',
      'witness',
      'officer',
      'offence',
      'confiscation',
      'file',
    ],
  ],
  ['contract/new-bookings.ts', confiscationOptions],
  ['contract/role-names.ts', roles],
  ['contract/collisions.ts', perpetrators],
  [
    'contract/collision-facts.ts',
    [...Object.values(factChoices), roadUsers].flatMap(({ options }) => options),
  ],
  [
    'contract/file-kinds.ts',
    Object.keys(keptTypes).flatMap((kind) => [kind, `a {format} ${kind}`, `an {format} ${kind}`]),
  ],
  ['web/format/calendar.ts', [...weekdays, ...months.map((month) => `{day} ${month} {year}`)]],
  [
    'web/format/time.ts',
    [
      'Just Now',
      ...['second', 'minute', 'hour', 'day', 'month', 'year'].flatMap((unit) => [
        `1 ${unit} ago`,
        `{number} ${unit}s ago`,
      ]),
    ],
  ],
  [
    'contract/modules/after-ticket/message-texts.ts',
    Object.values(driverMessages).flatMap(({ words, text }) => [words, text]),
  ],
  ['contract/modules/after-ticket/messages.ts', Object.values(messageStates)],
  ['server/modules/after-ticket/papers/naira-words.ts', numberWords],
  [
    'server/features/offences/catalogue.json',
    offences.flatMap(({ name, penalty }) => [name, ...penalty.split('; ')]),
  ],
];

/** A file that says something imports how, or is handed it by one of its own functions' types. */
const speaks = /\/language\.ts'|\bSay\b|\buseSay/;

/** These say their first text; `count` says the next two. */
const sayers = /^(?:say|sayEnglish|inLanguage|tellOfficer)$/;

/** Every sentence of these files is shown in a form that somebody reads in their own language. */
const refusals = new Set([
  'contract/new-bookings.ts',
  'contract/new-collisions.ts',
  'contract/text.ts',
  'contract/sentences.ts',
  'contract/file-kinds.ts',
  'server/http/errors.ts',
  'server/scope/rules.ts',
  'web/api/call-failure.ts',
  'web/api/unexpected.ts',
  'web/device/use-position.ts',
  'web/features/collisions/form/draft.ts',
  'web/features/collisions/form/evidence.ts',
  'web/format/typed-day.ts',
  'web/forms/pictures/ready-file.ts',
  'web/sending/first-attempt.ts',
  'web/sending/rules.ts',
]);
const isRefusal = (text) => /^(?:[A-Z][a-z’]+ |\{\w+\}[a-z ]{6}).*\.$/.test(text);

/** Every sentence with the files that say it; `many` is its form for more than one. */
function saidSentences() {
  const found = new Map();
  const add = (sentence, file, many = '') => {
    if (sentence.trim() === '') return;
    const one = found.get(sentence) ?? { sentence, many, places: new Set() };
    one.places.add(file);
    found.set(sentence, { ...one, many: many || one.many });
  };
  for (const file of filesOfProduct()) {
    const text = readFileSync(file, 'utf8');
    if (!refusals.has(file) && !speaks.test(text)) continue;
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind), file);
  }
  for (const [file, sentences] of tables) for (const one of sentences) add(one, file);
  return [...found.values()];

  function visit(node, file) {
    if (refusals.has(file)) {
      const text = ts.isTemplateExpression(node) ? templateOf(node) : node.text;
      if (typeof text === 'string' && isRefusal(text)) add(text, file);
    }
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      const name = ts.isPropertyAccessExpression(expression)
        ? expression.name.text
        : expression.getText();
      if (sayers.test(name) && given[0]) for (const text of textsIn(given[0])) add(text, file);
      if (name === 'count' && given.length >= 3 && given.slice(1, 3).every(ts.isStringLiteralLike))
        add(given[1].text, file, given[2].text);
      if (name === 'said' && given[0]) for (const text of allTextsIn(given[0])) add(text, file);
    }
    ts.forEachChild(node, (child) => visit(child, file));
  }
}

function filesOfProduct() {
  const tracked = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'contract', 'server', 'web'],
    { encoding: 'utf8' },
  );
  return tracked
    .split('\n')
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
    .toSorted();
}

/** A sentence with its places, each called as the value that fills it; null where one has no name. */
function templateOf({ head, templateSpans }) {
  if (!templateSpans.every(({ expression }) => ts.isIdentifier(expression))) return null;
  const parts = templateSpans.map(
    ({ expression, literal }) => `{${expression.text}}${literal.text}`,
  );
  return [head.text, ...parts].join('');
}

/** The texts that an argument may be: itself, either side of a condition, or what stands in for none. */
function textsIn(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node))
    return [...textsIn(node.whenTrue), ...textsIn(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return textsIn(node.expression);
  if (ts.isBinaryExpression(node) && /^(?:\?\?|\|\|)$/.test(node.operatorToken.getText()))
    return [...textsIn(node.left), ...textsIn(node.right)];
  return [];
}

/** Every text within a table, without its keys. */
function allTextsIn(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  const found = [];
  ts.forEachChild(node, (child) => {
    if (ts.isPropertyAssignment(node) && child === node.name) return;
    found.push(...allTextsIn(child));
  });
  return found;
}

const isCheck = process.argv[2] === 'check';
const wanted = saidSentences();
const faults = [];
for (const name of readdirSync(folder).filter((one) => one.endsWith('.po'))) {
  const at = new URL(name, folder);
  const before = readFileSync(at, 'utf8');
  const file = readLanguageFile(before);
  if (typeof file === 'string') throw new Error(`${name}: ${file}`);
  const known = new Map(file.sentences.map((one) => [one.sentence, one]));
  const sentences = wanted.map(({ sentence, many, places }) => {
    const one = known.get(sentence);
    const kept = one?.many === many ? one : undefined;
    return {
      sentence,
      many,
      forms: kept?.forms ?? [],
      isConfirmed: kept?.isConfirmed ?? false,
      places: [...places].toSorted(),
    };
  });
  for (const one of sentences) {
    const why = whyNotUsed(one);
    if (why !== '') faults.push(`${name}: ${why}`);
  }
  const after = writeLanguageFile({ ...file, sentences });
  if (isCheck && after !== before)
    faults.push(`${name} is not what the product says. Run npm run generate -- languages.`);
  if (!isCheck) writeFileSync(at, after);
  const missing = sentences.filter(({ forms }) => forms.length === 0).length;
  process.stdout.write(`${name}: ${sentences.length} sentences, ${missing} not translated\n`);
}
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
