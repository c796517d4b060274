import { expect, test } from 'vitest';
import { isPaletteKey, singleKey } from '#web/device/shortcuts.ts';
import { nextSeen } from '#web/ui/table/use-fresh-rows.ts';

const pressed = (key: string, changes = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...changes,
});

test('a single key is one character without Ctrl, Cmd or Alt', () => {
  expect(singleKey(pressed('j'))).toBe('j');
  expect(singleKey(pressed('?', { shiftKey: true }))).toBe('?');
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'])
    expect(singleKey(pressed('n', { [modifier]: true }))).toBeNull();
  expect(singleKey(pressed('Enter'))).toBeNull();
});

test('Ctrl and K, or Cmd and K, open the palette, and nothing near them does', () => {
  expect(isPaletteKey(pressed('k', { ctrlKey: true }))).toBe(true);
  expect(isPaletteKey(pressed('K', { metaKey: true }))).toBe(true);
  expect(isPaletteKey(pressed('k'))).toBe(false);
  expect(isPaletteKey(pressed('k', { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(isPaletteKey(pressed('k', { ctrlKey: true, altKey: true }))).toBe(false);
});

test('rows are new when they come under the same question, and only then', () => {
  const start = { question: 'q', keys: [], fresh: [], awaiting: true };
  const loaded = nextSeen(start, { question: 'q', keys: ['a', 'b'], stale: false });
  expect(loaded.fresh).toEqual([]);
  const more = nextSeen(loaded, { question: 'q', keys: ['c', 'a'], stale: false });
  expect(more.fresh).toEqual(['c']);
  const asked = nextSeen(more, { question: 'other', keys: ['c', 'a'], stale: true });
  const answered = nextSeen(asked, { question: 'other', keys: ['d', 'c', 'a'], stale: true });
  expect(answered.fresh).toEqual([]);
  expect(nextSeen(answered, { question: 'other', keys: ['d', 'c', 'a'], stale: true })).toBe(
    answered,
  );
});

test('rows without a question are never called new', () => {
  const seen = { question: undefined, keys: ['a'], fresh: [], awaiting: false };
  const next = nextSeen(seen, { question: undefined, keys: ['b', 'a'], stale: false });
  expect(next.fresh).toEqual([]);
});
