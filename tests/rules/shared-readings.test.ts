import { expect, test } from 'vitest';
import { asOneRead, currentRead } from '#server/db/reading/one-read.ts';
import { sharedReadings } from '#server/db/reading/shared-readings.ts';

/** Readings of a number that changes, which end when they are told to. */
function heldReadings() {
  const share = sharedReadings<number>();
  const open: PromiseWithResolvers<undefined>[] = [];
  const world = { value: 0, cancelled: 0, mustSee: [] as (bigint | undefined)[] };
  const read = async () => {
    const seen = world.value;
    const { signal, mustSee } = currentRead() ?? {};
    world.mustSee.push(mustSee);
    const held = Promise.withResolvers<undefined>();
    open.push(held);
    signal?.addEventListener('abort', () => {
      world.cancelled += 1;
      held.reject(new Error('cancelled'));
    });
    await held.promise;
    return seen;
  };
  const ask = (question = 'all', mustSee?: bigint) => {
    const gone = new AbortController();
    const answer = asOneRead({ signal: gone.signal, mustSee }, () => share(question, read));
    answer.catch(() => undefined);
    return { answer, leave: () => gone.abort() };
  };
  /** Until all that can happen by itself has happened. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (index: number) => {
    await settled();
    open[index]?.resolve(undefined);
    await settled();
  };
  return { ask, world, open, settled, end };
}

test('who asks while an answer is being read waits for the next reading, together with the others', async () => {
  const { ask, open, end } = heldReadings();
  const first = ask();
  const others = [ask(), ask(), ask()];
  await end(0);
  expect(await first.answer).toBe(0);
  await end(1);
  expect(await Promise.all(others.map(({ answer }) => answer))).toEqual([0, 0, 0]);
  expect(open).toHaveLength(2);
});

test('nobody is answered from before they asked', async () => {
  const { ask, world, end, settled } = heldReadings();
  const before = ask();
  await settled();
  world.value = 1;
  const after = ask();
  await end(0);
  await end(1);
  expect([await before.answer, await after.answer]).toEqual([0, 1]);
});

test('another question has a reading of its own', async () => {
  const { ask, open, settled } = heldReadings();
  ask('Kaduna');
  ask('Zaria');
  await settled();
  expect(open).toHaveLength(2);
});

test('a reading sees the latest change that somebody who waits for it must see', async () => {
  const { ask, world, open, end } = heldReadings();
  const answers = [ask('all', 5n), ask('all', 9n), ask(), ask('all', 7n)];
  await end(0);
  await end(1);
  await Promise.all(answers.map(({ answer }) => answer));
  expect(open).toHaveLength(2);
  expect(world.mustSee).toEqual([5n, 9n]);
});

test('a reading ends when everybody who asked is gone, and not before', async () => {
  const { ask, world, end, settled } = heldReadings();
  const first = ask();
  const [second, third] = [ask(), ask()];
  await end(0);
  await first.answer;
  second.leave();
  await settled();
  expect(world.cancelled).toBe(0);
  third.leave();
  await settled();
  expect(world.cancelled).toBe(1);
});

test('who asks after everybody left a reading that has not begun is not cut off with them', async () => {
  const { ask, end, settled } = heldReadings();
  const first = ask();
  const left = ask();
  await settled();
  left.leave();
  const late = ask();
  await end(0);
  await end(1);
  expect([await first.answer, await late.answer]).toEqual([0, 0]);
});

test('a failed reading is told to those who waited for it, and the next one begins', async () => {
  const { ask, open, end, settled } = heldReadings();
  const failing = ask();
  const next = ask();
  await settled();
  open[0]?.reject(new Error('cut off'));
  await expect(failing.answer).rejects.toThrow('cut off');
  await end(1);
  expect(await next.answer).toBe(0);
});
