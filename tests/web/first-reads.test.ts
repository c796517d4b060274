import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginRead, type FirstReads, watchFirstReads } from '#web/api/first-reads.ts';
import { type Leader, leadLive } from '#web/live/leader.ts';
import { readStream } from '#web/live/stream.ts';

vi.mock(import('#web/live/stream.ts'), { spy: true });
const reading = vi.mocked(readStream);

let reads: FirstReads;
beforeEach(() => {
  vi.useFakeTimers();
  reads = watchFirstReads();
});
afterEach(() => {
  reads.end();
  vi.useRealTimers();
});

/** A read as a call makes it: answered with the cursor, if it comes before the stream. */
async function read(cursor: string, answer: Promise<unknown> = Promise.resolve()): Promise<string> {
  const first = beginRead();
  await answer;
  first?.answered(new Headers({ 'x-hanya-cursor': cursor }));
  first?.end();
  return first ? 'before' : 'after';
}

test('reads go at once, and ask nothing of the stream when it is open', async () => {
  expect(await read('e-1-0')).toBe('before');
  reads.end();
  expect(await read('e-1-0')).toBe('after');
});

test('the stream goes on after the earliest of the first reads', async () => {
  const slow = Promise.withResolvers<undefined>();
  const begun = [read('e-10-3'), read('e-9-7', slow.promise), read('e-9-12')];
  const after = reads.goesOnAfter();
  await vi.advanceTimersByTimeAsync(5_000);
  slow.resolve(undefined);
  expect(await after).toBe('e-9-7');
  expect(await Promise.all(begun)).toEqual(['before', 'before', 'before']);
});

test('where a read is not answered for long, nobody knows where the stream goes on', async () => {
  void read('e-1-0', new Promise(() => undefined));
  void read('e-1-0');
  const after = reads.goesOnAfter();
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await after).toBeNull();
  const held = reads.holdUpTo('e-1-0');
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await held).toBe(false);
});

test('where nothing was read, the stream starts anew and has missed nothing', async () => {
  const after = reads.goesOnAfter();
  await vi.advanceTimersByTimeAsync(0);
  expect(await after).toBeNull();
  expect(await reads.holdUpTo('e-5-0')).toBe(true);
});

test('a stream opens once the first reads are answered, and goes on after them', async () => {
  const asked: (string | null)[] = [];
  const over = new AbortController();
  reading.mockImplementation((from, { reached }) => {
    asked.push(from);
    if (asked.length === 2) over.abort();
    // Each breaks off as soon as it is open.
    reached('e-5-0');
    return Promise.resolve();
  });
  let cursor: string | null = null;
  const opened: string[] = [];
  const leader: Leader = {
    from: () => cursor,
    opened: (id, resumed) => opened.push(`${id} ${resumed ? 'resumed' : 'anew'}`),
    said: () => undefined,
    reached: () => undefined,
    lost: () => undefined,
    async behindReads() {
      cursor = await reads.goesOnAfter();
    },
  };
  const slow = Promise.withResolvers<undefined>();
  void read('e-4-0', slow.promise);
  const led = leadLive(leader, over.signal);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toEqual([]);
  slow.resolve(undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await led).toBe('over');
  expect(asked).toEqual(['e-4-0', 'e-4-0']);
  expect(opened[0]).toBe('e-5-0 resumed');
});

test('the first reads hold the events up to where a stream would go on, and no later one', async () => {
  const slow = Promise.withResolvers<undefined>();
  void read('e-9-7', slow.promise);
  reads.end();
  const held = ['e-9-6', 'e-9-7', 'e-9-8', 'e-10-0'].map((id) => reads.holdUpTo(id));
  await vi.advanceTimersByTimeAsync(2_000);
  slow.resolve(undefined);
  expect(await Promise.all(held)).toEqual([true, true, false, false]);
});

test('the stream waits for no read that began after another was answered', async () => {
  await read('e-9-7');
  void read('e-10-0', new Promise(() => undefined));
  const after = reads.goesOnAfter();
  await vi.advanceTimersByTimeAsync(0);
  expect(await after).toBe('e-9-7');
});

test('where the first read was answered without a cursor, the stream waits for the next', async () => {
  const slow = Promise.withResolvers<undefined>();
  beginRead()?.end();
  void read('e-11-0', slow.promise);
  const after = reads.goesOnAfter();
  await vi.advanceTimersByTimeAsync(2_000);
  slow.resolve(undefined);
  expect(await after).toBe('e-11-0');
});
