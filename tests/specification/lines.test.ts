import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasons, type Said, statements } from './lines.ts';

const root = join(import.meta.dirname, '..');
/** The beginning of a title such as "263a to 263c, 254b: …". */
const named =
  /(?:\b(?:test|describe)\(|\)\()\s*['"`](\d+[a-z]?(?: to \d+[a-z]?)?(?:, \d+[a-z]?(?: to \d+[a-z]?)?)*): /g;

const lineOf = (name: string): number => Number.parseInt(name, 10);
const letterOf = (name: string): string => name.replace(/^\d+/, '');
const letter = (place: number): string => String.fromCodePoint(97 + place);
const placeOf = (name: string): number => letterOf(name).charCodeAt(0) - 97;

/** The single names of, for example, "263 to 265, 72a to 72c". */
function namesOf(lines: string): string[] {
  return lines.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    const lettered = letterOf(first) !== '';
    const from = lettered ? placeOf(first) : lineOf(first);
    const to = lettered ? placeOf(last) : lineOf(last);
    return Array.from({ length: to - from + 1 }, (_, step) =>
      lettered ? `${lineOf(first)}${letter(from + step)}` : String(from + step),
    );
  });
}

const byName = (said: readonly Said[]) =>
  said.flatMap(([lines, what]) => namesOf(lines).map((name) => [name, what] as const));

const titles = globSync('**/*.{test,spec}.{ts,tsx}', { cwd: root }).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(named)].flatMap(([, lines = '']) =>
    namesOf(lines).map((name) => ({ name, file })),
  ),
);

/** The letters of each line in their order; of a line that is one statement, none. */
const letters = new Map<number, string[]>();
for (const [name] of byName(statements))
  letters.set(lineOf(name), [...(letters.get(lineOf(name)) ?? []), letterOf(name)]);

test('the statements of the specification are in its order, each once', () => {
  const names = byName(statements).map(([name]) => name);
  const inOrder = [...new Set(names)].toSorted(
    (one, other) => lineOf(one) - lineOf(other) || letterOf(one).localeCompare(letterOf(other)),
  );
  expect(names).toEqual(inOrder);
});

test('a line is one statement, or has letters from a on without a gap', () => {
  const wrong = [...letters].filter(([, given]) => {
    const whole = given.length === 1 && given[0] === '';
    return !whole && (given.length < 2 || given.some((one, place) => one !== letter(place)));
  });
  expect(wrong).toEqual([]);
});

test('every statement of the specification is named by a test or has its reason, and no other is named', () => {
  const stated = new Map(byName(statements));
  const excused = new Map(byName(reasons));
  const tested = new Set(titles.map(({ name }) => name));
  const wrong = [
    ...[...stated]
      .filter(([name]) => !tested.has(name) && !excused.has(name))
      .map(([name, what]) => `Line ${name} has neither a test nor a reason: ${what}.`),
    ...[...excused.keys()]
      .filter((name) => tested.has(name))
      .map((name) => `Line ${name} has a test, so it needs no reason.`),
    ...[...excused.keys()]
      .filter((name) => !stated.has(name))
      .map((name) => `Line ${name} has a reason, but states nothing.`),
    ...titles.filter(({ name }) => !stated.has(name)).map(whyWrong),
  ];
  const left = reasons.map(([lines, why]) => `${lines}: ${why}`);
  console.info(['Lines that no test names, each with its reason:', ...left].join('\n'));
  expect(wrong).toEqual([]);
});

function whyWrong({ name, file }: (typeof titles)[number]): string {
  const given = letters.get(lineOf(name));
  if (given === undefined) return `Line ${name} states nothing, but a title of ${file} names it.`;
  return given.includes('')
    ? `Line ${lineOf(name)} is one statement, but a title of ${file} names ${name}.`
    : `Line ${lineOf(name)} has the letters ${given.join(', ')}, but a title of ${file} names ${name}.`;
}
