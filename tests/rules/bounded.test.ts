import { expect, test } from 'vitest';
import { boundedQueue, queueForEach, TooBusy } from '#server/http/bounded.ts';

/** Work that ends when it is told to. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

test('what is more than may wait is refused at once, and taken again once there is room', async () => {
  const queue = boundedQueue({ atOnce: 2, waiting: 3 });
  const held = Array.from({ length: 5 }, heldWork);
  const done = held.map(({ work }) => queue.run(work));
  await expect(queue.run(() => Promise.resolve('more'))).rejects.toThrow(TooBusy);
  expect(queue.waiting).toBe(3);
  held[0]?.end();
  await done[0];
  const later = queue.run(() => Promise.resolve('later'));
  for (const { end } of held) end();
  expect(await Promise.all(done)).toEqual(Array.from({ length: 5 }, () => 'done'));
  expect(await later).toBe('later');
});

test('one person takes only so many places, also after a failure', async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 9, each: 2 });
  const fails = () => queue.run(() => Promise.reject(new Error('no')), 'Amina');
  for (let time = 0; time < 3; time += 1) await expect(fails()).rejects.toThrow('no');
  const { work, end } = heldWork();
  const hers = [queue.run(work, 'Amina'), queue.run(work, 'Amina')];
  await expect(queue.run(work, 'Amina')).rejects.toThrow(TooBusy);
  const his = queue.run(work, 'Bello');
  end();
  expect(await Promise.all([...hers, his])).toEqual(['done', 'done', 'done']);
});

test('what is more of one person’s work waits for it alone, and goes on after a failure', async () => {
  const queue = queueForEach({ atOnce: 2, waiting: 2 });
  const begun: string[] = [];
  const run = (whom: string, work: () => Promise<string>) =>
    queue.run(() => {
      begun.push(whom);
      return work();
    }, whom);
  const held = [heldWork(), heldWork()];
  const hers = held.map(({ work }) => run('Amina', work));
  const failing = run('Amina', () => Promise.reject(new Error('no')));
  const waiting = run('Amina', () => Promise.resolve('hers'));
  await expect(run('Amina', () => Promise.resolve('too much'))).rejects.toThrow(TooBusy);
  expect(await run('Bello', () => Promise.resolve('his'))).toBe('his');
  expect(begun).toEqual(['Amina', 'Amina', 'Bello']);
  held[0]?.end();
  await expect(failing).rejects.toThrow('no');
  expect(await waiting).toBe('hers');
  held[1]?.end();
  expect(await Promise.all(hers)).toEqual(['done', 'done']);
});
