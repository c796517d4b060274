// npm run check -- classes: whether each class that a screen names is in its sheet or in the shared ones, and
// each class of a sheet is named. A sheet takes no shared class by `composes`.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file) => readFileSync(file, 'utf8');
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);
const classesOf = (sheet) =>
  new Set(
    all(
      read(sheet).replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, ''),
      /\.([a-z][\w-]*)(?=[^{};]*\{)/gi,
    ),
  );
const wordsIn = (text) =>
  all(text, /['"`}]([\w -]+)(?=['"`$])/g).flatMap((words) => words.split(' '));

const faults = [];
const sources = globSync('{web,contract}/**/*.{ts,tsx}').map((file) => [file, read(file)]);
const shared = new Set(
  ['shared', 'parts'].flatMap((name) => [...classesOf(`web/ui/theme/${name}.css`)]),
);
/** The words of the sources that name a sheet; all words where one chooses a class by a value. */
const named = new Map(globSync('web/**/*.module.css').map((sheet) => [sheet, new Set()]));
const everyWord = new Set();

for (const [file, text] of sources) {
  const words = wordsIn(text);
  for (const word of words) everyWord.add(word);
  for (const [, name, from] of text.matchAll(/import (\w+) from '([^']*\.module\.css)'/g)) {
    const sheet = from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from);
    const classes = classesOf(sheet);
    if (new RegExp(`\\b${name}\\[[^']`).test(text)) named.set(sheet, everyWord);
    else if (named.get(sheet) !== everyWord) for (const word of words) named.get(sheet).add(word);
    for (const used of all(text, new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g')))
      if (!classes.has(used)) faults.push(`${file}: ${sheet} has no .${used}`);
  }
  for (const word of all(text, /className="([^"]*)"/g).flatMap((words) => words.split(' ')))
    if (!shared.has(word)) faults.push(`${file}: no shared sheet has .${word}`);
}
for (const [sheet, words] of named) {
  if (read(sheet).includes('composes:')) faults.push(`${sheet}: name shared classes in the markup`);
  for (const name of classesOf(sheet))
    if (!words.has(name)) faults.push(`${sheet}: nobody uses .${name}`);
}
for (const name of shared) if (!everyWord.has(name)) faults.push(`Nobody uses the shared .${name}`);
process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
process.exitCode = faults.length === 0 ? 0 : 1;
