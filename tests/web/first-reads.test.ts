import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginRead, type Hold, holdReads, readsMayBegin } from '#web/api/first-reads.ts';
import { type Leader, leadLive } from '#web/live/leader.ts';
import { readStream } from '#web/live/stream.ts';

vi.mock(import('#web/live/stream.ts'), { spy: true });
const reading = vi.mocked(readStream);

let hold: Hold;
beforeEach(() => {
  vi.useFakeTimers();
  hold = holdReads();
});
afterEach(() => {
  hold.release();
  vi.useRealTimers();
});

/** A read as a call makes it: answered with the cursor, if it goes ahead of the stream. */
async function read(cursor: string, answer: Promise<unknown> = Promise.resolve()): Promise<string> {
  await readsMayBegin();
  const ahead = beginRead();
  await answer;
  ahead?.answered(new Headers({ 'x-hanya-cursor': cursor }));
  ahead?.end();
  return ahead ? 'ahead' : 'after';
}

test('reads wait for the stream, and ask nothing of it once it is open', async () => {
  const waiting = read('e-1-0');
  await vi.advanceTimersByTimeAsync(900);
  expect(hold.release()).toBe(true);
  expect(await waiting).toBe('after');
  expect(await read('e-1-0')).toBe('after');
  expect(hold.release()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hold.over.aborted).toBe(false);
});

test('after a second they go ahead, and the stream goes on after the earliest that was read', async () => {
  const slow = Promise.withResolvers<undefined>();
  const reads = [read('e-10-3'), read('e-9-7', slow.promise), read('e-9-12')];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(hold.over.aborted).toBe(true);
  const after = hold.goesOnAfter();
  await vi.advanceTimersByTimeAsync(5_000);
  slow.resolve(undefined);
  expect(await after).toBe('e-9-7');
  expect(await Promise.all(reads)).toEqual(['ahead', 'ahead', 'ahead']);
  expect(hold.release()).toBe(false);
  expect(await read('e-11-0')).toBe('after');
});

test('where a read is not answered for long, nobody knows where the stream goes on', async () => {
  void read('e-1-0', new Promise(() => undefined));
  void read('e-1-0');
  await vi.advanceTimersByTimeAsync(1_000);
  const after = hold.goesOnAfter();
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await after).toBeNull();
});

test('where nothing was read ahead, the stream starts anew', async () => {
  await vi.advanceTimersByTimeAsync(1_000);
  const after = hold.goesOnAfter();
  await vi.advanceTimersByTimeAsync(0);
  expect(await after).toBeNull();
});

test('a stream that is slow to open gives way to reads once, and then goes on after them', async () => {
  const asked: (string | null)[] = [];
  const over = new AbortController();
  reading.mockImplementation(async (from, { reached }, signal) => {
    asked.push(from);
    if (asked.length === 3) over.abort();
    // The first one doesn't open before it is given up; the second breaks off.
    if (asked.length > 1) reached('e-5-0');
    else
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
      });
  });
  let cursor: string | null = null;
  const opened: string[] = [];
  const leader: Leader = {
    from: () => cursor,
    opened: (id, resumed) => opened.push(`${id} ${resumed ? 'resumed' : 'anew'}`),
    said: () => undefined,
    reached: () => undefined,
    lost: () => undefined,
    giveWay: hold.over,
    async behindReads() {
      cursor = await hold.goesOnAfter();
    },
  };
  void read('e-4-0');
  const led = leadLive(leader, over.signal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await led).toBe('over');
  expect(asked).toEqual([null, 'e-4-0', 'e-4-0']);
  expect(opened[0]).toBe('e-5-0 resumed');
});

test('what was read ahead holds the events up to where a stream would go on, and no later one', async () => {
  const slow = Promise.withResolvers<undefined>();
  void read('e-9-7', slow.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  hold.release();
  const held = ['e-9-6', 'e-9-7', 'e-9-8', 'e-10-0'].map((id) => hold.holdUpTo(id));
  await vi.advanceTimersByTimeAsync(2_000);
  slow.resolve(undefined);
  expect(await Promise.all(held)).toEqual([true, true, false, false]);
});

test('the stream waits for no read that began after another was answered', async () => {
  const never = new Promise(() => undefined);
  const first = read('e-9-7');
  await vi.advanceTimersByTimeAsync(1_000);
  await first;
  void read('e-10-0', never);
  const after = hold.goesOnAfter();
  await vi.advanceTimersByTimeAsync(0);
  expect(await after).toBe('e-9-7');
});

test('where the first read was answered without a cursor, the stream waits for the next', async () => {
  const slow = Promise.withResolvers<undefined>();
  await vi.advanceTimersByTimeAsync(1_000);
  beginRead()?.end();
  void read('e-11-0', slow.promise);
  const after = hold.goesOnAfter();
  await vi.advanceTimersByTimeAsync(2_000);
  slow.resolve(undefined);
  expect(await after).toBe('e-11-0');
});
