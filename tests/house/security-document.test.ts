import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const text = readFileSync('docs/security.md', 'utf8');

const every = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, one = '']) => one);

test('what the security document names is there', () => {
  const files = every(/`((?:contract|deploy|scripts|server|tests|web)\/[^`]+)`/g);
  const links = every(/\]\(([^)#]+)/g).map((link) => join('docs', link));
  expect(files.length).toBeGreaterThan(200);
  expect([...files, ...links].filter((name) => !existsSync(name))).toEqual([]);
});

test('each requirement stands in it once, and its sum is that of its tables', () => {
  const rows = text.split('\n').flatMap((line) => {
    const [, numbers = '', , , state = ''] = line.split('|').map((cell) => cell.trim());
    if (!/^\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*$/.test(numbers)) return [];
    return numbers.split(', ').map((number) => ({ number, state: state.replaceAll('*', '') }));
  });
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
  const [met, partly, notMet] = [count('met'), count('partly'), count('not met')] as const;
  expect(text).toContain(
    `${rows.length} requirements: ${met} met, ${partly} partly, ${notMet} not met, ${count('n/a')} don't apply.`,
  );
});
