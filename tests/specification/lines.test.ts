import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reasons, type Said, statements } from './lines.ts';

const root = join(import.meta.dirname, '..');
/** The beginning of a title such as "263 to 265, 254: …". */
const named = /(?:\b(?:test|describe)\(|\)\()\s*['"`](\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*): /g;

/** The single numbers of, for example, "263 to 265, 254". */
function numbersOf(lines: string): number[] {
  return lines.split(', ').flatMap((part) => {
    const [first = NaN, last = first] = part.split(' to ').map(Number);
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  });
}

const byLine = (said: readonly Said[]) =>
  said.flatMap(([lines, what]) => numbersOf(lines).map((line) => [line, what] as const));

const titles = globSync('**/*.{test,spec}.{ts,tsx}', { cwd: root }).flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(named)].flatMap(([, lines = '']) =>
    numbersOf(lines).map((line) => ({ line, file })),
  ),
);

test('the statements of the specification are in its order, each line once', () => {
  const lines = byLine(statements).map(([line]) => line);
  expect(lines).toEqual([...new Set(lines)].toSorted((one, other) => one - other));
});

test('every line of the specification is named by a test or has its reason, and no other is named', () => {
  const stated = new Map(byLine(statements));
  const excused = new Map(byLine(reasons));
  const tested = new Set(titles.map(({ line }) => line));
  const wrong = [
    ...[...stated]
      .filter(([line]) => !tested.has(line) && !excused.has(line))
      .map(([line, what]) => `Line ${line} has neither a test nor a reason: ${what}.`),
    ...[...excused.keys()]
      .filter((line) => tested.has(line))
      .map((line) => `Line ${line} has a test, so it needs no reason.`),
    ...[...excused.keys()]
      .filter((line) => !stated.has(line))
      .map((line) => `Line ${line} has a reason, but states nothing.`),
    ...titles
      .filter(({ line }) => !stated.has(line))
      .map(({ line, file }) => `Line ${line} states nothing, but a title of ${file} names it.`),
  ];
  const left = reasons.map(([lines, why]) => `${lines}: ${why}`);
  console.info(['Lines that no test names, each with its reason:', ...left].join('\n'));
  expect(wrong).toEqual([]);
});
