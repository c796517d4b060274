import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import type { CompatData } from '@mdn/browser-compat-data';
import { expect, test } from 'vitest';
import { filledIn, fillIn } from '#web/early/fill-in.ts';
import { sheetUsesIn, usesIn, whatBrowsersLack } from '../../scripts/lib/newer.mjs';

const oldest = { chrome: '109', firefox: '128', safari: '16.4', safari_ios: '16.4' };
// Required, since the bundler of the tests would read the 20 MB for half a minute.
const tables = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;
const lacking = whatBrowsersLack(tables, oldest);

type Globals = Parameters<typeof fillIn>[0];

test.each([
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['Promise.try(run)', 'Promise.try'],
  ['AbortSignal.any([a, b])', 'AbortSignal.any'],
  ['URL.parse(text)', 'URL.parse'],
  ['Object.groupBy(rows, by)', 'Object.groupBy'],
  ['window.Map.groupBy(rows, by)', 'Map.groupBy'],
  ['Uint8Array.fromBase64(text)', 'Uint8Array.fromBase64'],
  ['new CloseWatcher()', 'CloseWatcher'],
  ['list.toSorted()', '.toSorted()'],
  ['one.union(other)', '.union()'],
  ['one.isSubsetOf(other)', '.isSubsetOf()'],
  ['element.checkVisibility()', '.checkVisibility()'],
  ['dialog.showPopover()', '.showPopover()'],
  ['blob.bytes()', '.bytes()'],
  ['map.values().map(run)', '.map()'],
  ['text.matchAll(sign).toArray()', '.toArray()'],
  ['navigator.storage.estimate()', 'StorageManager.estimate'],
  ['const query = new URLSearchParams(text); query.size', 'URLSearchParams.size'],
  ['new URLSearchParams(text).size', 'URLSearchParams.size'],
  ['/[\\p{L}--[a-z]]/v', '/[\\p{L}--[a-z]]/v'],
  ['/(?i:a)b/', '/(?i:a)b/'],
])('what the oldest browsers lack is found in a script: %s', (script, name) => {
  expect(usesIn(script, lacking)).toEqual([name]);
});

test.each([
  'Promise.allSettled([a]).then(run)',
  'Object.values(rows).map(run)',
  '[...map.values()].map(run)',
  'list.at(-1); list.findLast(run); structuredClone(list)',
  'z.union; ({ union: 1, CloseWatcher: 2 }); a.CloseWatcher',
  'AbortSignal.timeout(5); navigator.storage.persist()',
  'const m = new Map(); m.size; const q = new URLSearchParams(t); m.forEach((q) => q.size)',
  '/(?<=a)(?<name>b)(?:c)/u',
])('what they have is not: %s', (script) => {
  expect(usesIn(script, lacking)).toEqual([]);
});

test('what the oldest browsers lack is found in a sheet', () => {
  const used = (sheet: string) => sheetUsesIn(sheet, tables, oldest);
  expect(used('@starting-style { a { color: red } }')).toEqual(['@starting-style']);
  expect(used('a:popover-open { color: red }')).toEqual([':popover-open']);
  expect(used('a:has(b), a:is(b) { color: red }')).toEqual([]);
});

/** The globals of a browser that has none of what is filled in, and no others. */
function oldGlobals(): Globals {
  const made = runInNewContext('({ Promise, Array })') as Pick<Globals, 'Promise' | 'Array'>;
  const old = { ...made, AbortSignal: {}, URL: {} } as Globals;
  for (const name of filledIn) {
    const [owner = '', ...rest] = name.split('.');
    const place = owner as keyof Globals;
    Reflect.deleteProperty(rest.length === 2 ? old.Array.prototype : old[place], rest.at(-1) ?? '');
  }
  fillIn(old);
  return old;
}

test('a promise is settled from outside', async () => {
  const { Promise: filled } = oldGlobals();
  const right = filled.withResolvers<number>();
  right.resolve(7);
  await expect(right.promise).resolves.toBe(7);
  const wrong = filled.withResolvers();
  wrong.reject(new Error('no'));
  await expect(wrong.promise).rejects.toThrow('no');
  expect(right.promise).toBeInstanceOf(filled);
});

test('of several signals the first that is aborted aborts, with its reason, and once', () => {
  const { AbortSignal: filled } = oldGlobals();
  const [one, other] = [new AbortController(), new AbortController()];
  const either = filled.any([one.signal, other.signal]);
  let heard = 0;
  either.addEventListener('abort', () => (heard += 1));
  expect(either.aborted).toBe(false);
  other.abort('second');
  one.abort('first');
  expect([either.aborted, either.reason, heard]).toEqual([true, 'second', 1]);
  expect(filled.any([one.signal]).reason).toBe('first');
  expect(filled.any([]).aborted).toBe(false);
});

test('an address is told from what is none', () => {
  const { URL: filled } = oldGlobals();
  for (const [text, base] of [
    ['https://a.test/b'],
    ['/b'],
    ['/b', 'https://a.test'],
    ['', 'nowhere'],
    ['https://'],
  ] as const)
    expect(filled.canParse(text, base), text).toBe(URL.canParse(text, base));
});

test('lists are turned, sorted and cut without being changed', () => {
  const { Array: filled } = oldGlobals();
  const list = filled.from([3, 1, 10]);
  expect(Array.from(list.toReversed())).toEqual([10, 1, 3]);
  expect(Array.from(list.toSorted())).toEqual([1, 10, 3]);
  expect(Array.from(list.toSorted((a, b) => b - a))).toEqual([10, 3, 1]);
  expect(Array.from(list.toSpliced(1, 1, 5, 6))).toEqual([3, 5, 6, 10]);
  expect(Array.from(list.toSpliced(1))).toEqual([3]);
  expect(Array.from(list)).toEqual([3, 1, 10]);
});

test('what is filled in is no part of what a list is walked by, and nothing that is there is changed', () => {
  const old = oldGlobals();
  expect(Object.keys(old.Array.prototype)).toEqual([]);
  const native = Reflect.get(Promise, 'withResolvers') as unknown;
  fillIn(globalThis);
  expect(Reflect.get(Promise, 'withResolvers')).toBe(native);
});
