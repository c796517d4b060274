import { expect, test } from 'vitest';
import { lastLine, lines } from './lines.ts';
import { readTitles, titlesIn } from './titles.ts';

const rules = lines.flatMap((line) => ('line' in line ? [line] : []));
const ruled = new Set(rules.map(({ line }) => line));
const silent = lines.flatMap((line) => ('lines' in line ? line.lines : []));
const named = new Set(rules.flatMap(({ tests }) => tests));
const titles = readTitles();

test('every line of the specification stands for a rule, or for none', () => {
  const mapped = new Set([...ruled, ...silent]);
  const every = Array.from({ length: lastLine }, (_, index) => index + 1);
  expect(every.filter((line) => !mapped.has(line))).toEqual([]);
  expect([...mapped].filter((line) => !every.includes(line))).toEqual([]);
});

test('no line both stands for a rule and asks for nothing', () => {
  expect(silent.filter((line) => ruled.has(line))).toEqual([]);
});

test('every rule names a test', () => {
  expect(rules.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test('every test that is named exists', () => {
  expect([...named].filter((name) => !titles.includes(name))).toEqual([]);
});

test('every test of this folder holds the product to a line', () => {
  const own = titles.filter((title) => title.startsWith('specification/'));
  const others = own.filter((title) => !title.startsWith('specification/lines: '));
  expect(others.filter((title) => !named.has(title))).toEqual([]);
});

test('no two tests share a title, so that a name means one', () => {
  const twice = titles.filter((title, index) => titles.indexOf(title) !== index);
  expect(twice.filter((title) => named.has(title))).toEqual([]);
});

test('titles are read with their groups, values and tables, and steps are no tests', () => {
  const source = `
    describe('a group', () => {
      test.each([1])('has %i', () => {});
      test.describe('in it', () => { test(\`is \${one} or \${two}\`, async () => {}); });
    });
    test('alone', async () => { await test.step('a step', () => {}); });
    test.use({}); test.setTimeout(1);`;
  expect(titlesIn(source)).toEqual(['a group has %i', 'a group in it is … or …', 'alone']);
});
