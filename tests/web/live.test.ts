import { expect, test } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { countNews, withVerdicts } from '#web/lists/news.ts';
import { createFirstTime, pauseAfter } from '#web/live/rules.ts';
import { streamParser } from '#web/live/stream.ts';

function parsed(...pieces: string[]) {
  const heard: string[] = [];
  const parse = streamParser({
    said: (event: LiveEvent, id) => heard.push(`${event.type} ${id}`),
    reached: (id) => heard.push(`reached ${id}`),
  });
  pieces.forEach(parse);
  return heard;
}

const gone = (id: string) =>
  `event: gone\nid: ${id}\ndata: {"type":"gone","record":"booking","id":"B"}\n\n`;

test('the first id alone says that the stream is open, and a sign of life moves it on', () => {
  expect(parsed('retry: 2000\nid: e-1-0\n\n', ': still here\nid: e-2-0\n\n')).toEqual([
    'reached e-1-0',
    'reached e-2-0',
  ]);
});

test('an event is told under its id, and only then counts as reached', () => {
  expect(parsed(gone('e-1-1') + gone('e-1-2'))).toEqual([
    'gone e-1-1',
    'gone e-1-2',
    'reached e-1-2',
  ]);
});

test('a stream may be cut anywhere', () => {
  const whole = gone('e-1-1') + ': still here\nid: e-3-0\n\n';
  for (let at = 1; at < whole.length; at += 1) {
    const heard = parsed(whole.slice(0, at), whole.slice(at));
    expect(heard.filter((one) => one.startsWith('gone'))).toEqual(['gone e-1-1']);
    expect(heard.at(-1)).toBe('reached e-3-0');
  }
});

test('an event that cannot be read has the screens fetch afresh', () => {
  expect(parsed('id: e-1-1\ndata: {"type":"unheard of"}\n\n')).toEqual([
    'reset e-1-1',
    'reached e-1-1',
  ]);
});

test('an id comes for the first time once, among the last that were remembered', () => {
  const isNew = createFirstTime(2);
  expect(['a', 'a', 'b', 'a', 'c', 'a'].map(isNew)).toEqual([true, false, true, false, true, true]);
});

test('pauses double up to half a minute, spread out by luck', () => {
  expect([1, 2, 3, 6, 50].map((failures) => pauseAfter(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
  expect(pauseAfter(3, 0)).toBe(2_000);
});

const verdicts = (...known: [id: string, is: 'arrived' | 'left' | 'stays', at: number][]) =>
  new Map(known.map(([id, is, at]) => [id, { is, at, question: 'all' }]));
const listed = { question: 'all', askedAt: 5, rows: [{ _id: 'a' }, { _id: 'b' }] };

test('a list counts what arrived and is not in its rows, and rows that no longer belong', () => {
  const known = verdicts(['a', 'arrived', 5], ['c', 'arrived', 6], ['b', 'left', 7]);
  expect(countNews(known, listed)).toEqual({ arrived: 1, left: 1 });
  expect(countNews(verdicts(['d', 'left', 8], ['a', 'stays', 9]), listed)).toEqual({
    arrived: 0,
    left: 0,
  });
});

test('news of records that are neither in a list nor came into it leave its verdicts as they are', () => {
  const known = verdicts(['c', 'arrived', 6]);
  const elsewhere = [
    { id: 'd', is: 'left', at: 7 },
    { id: 'e', is: 'stays', at: 8 },
  ] as const;
  expect(withVerdicts(known, elsewhere, listed)).toBe(known);
  expect([...withVerdicts(known, [{ id: 'b', is: 'left', at: 9 }], listed).keys()]).toEqual([
    'c',
    'b',
  ]);
});

test('verdicts older than the rows are forgotten with the next one', () => {
  const known = verdicts(['c', 'arrived', 4], ['d', 'arrived', 6]);
  const next = withVerdicts(known, [{ id: 'e', is: 'arrived', at: 9 }], listed);
  expect([...next.keys()]).toEqual(['d', 'e']);
});

test('what was heard before the rows were asked for, or for another list, is no news', () => {
  const known = verdicts(['c', 'arrived', 4]);
  expect(countNews(known, listed)).toEqual({ arrived: 0, left: 0 });
  const other = { ...listed, askedAt: 0, question: 'other' };
  expect(countNews(known, other)).toEqual({ arrived: 0, left: 0 });
});
