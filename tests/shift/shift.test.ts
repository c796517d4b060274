import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from './faulty-proxy.ts';
import { drawnFaults, drawnHistory, type Event, type Size } from './history.ts';
import { openStage, playShift, type Stage } from './shift.ts';

// A long run by hand: npm run proofs -- shift
const count = Number(process.env['SHIFTS'] ?? 0);
const seed = Number(process.env['SHIFT_SEED'] ?? Date.now() % 1_000_000);
const isWhole = process.env['SHIFT_SIZE'] === 'whole';

const none: Fault = { is: 'none' };
const short: Size = {
  bookings: 6,
  collisions: 1,
  kills: 1,
  silences: 1,
  restarts: 0,
  upgrades: 0,
  fillings: 1,
  clocks: 1,
  tabs: 1,
};
const reduced: Size = {
  bookings: 20,
  collisions: 3,
  kills: 4,
  silences: 2,
  restarts: 1,
  upgrades: 1,
  fillings: 2,
  clocks: 3,
  tabs: 2,
};
const whole: Size = {
  bookings: 120,
  collisions: 12,
  kills: 12,
  silences: 6,
  restarts: 2,
  upgrades: 2,
  fillings: 4,
  clocks: 6,
  tabs: 4,
};

/** The faults of this seed for one request after the other, and none after them. */
function faultsOf(size: Size, drawnBy: number): () => Fault {
  const faults = drawnFaults(size.bookings * 5, drawnBy).values();
  return () => faults.next().value ?? none;
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.remove());

const play = (number: number, size: Size): Promise<string[]> =>
  playShift(
    stage,
    `Shift ${number} of seed ${seed}, record`,
    drawnHistory(size, seed + number),
    faultsOf(size, seed + number),
  );

test(`a phone that dies in a shift without network (seed ${seed}) loses, doubles and keeps back nothing`, async () => {
  const wrong: string[] = count === 0 ? await play(0, short) : [];
  for (let number = 0; number < count; number += 1) {
    wrong.push(...(await play(number, isWhole ? whole : reduced)));
    process.stdout.write(`${number + 1} of ${count} shifts, ${wrong.length} faults\n`);
    if (wrong.length > 0) break;
  }
  expect(wrong.slice(0, 20)).toEqual([]);
}, 86_400_000);

// Should this find nothing, the test before it would prove nothing.
test('the same look finds a booking that somebody on the way has taken and not delivered', async () => {
  let isTaken = false;
  const takeOne = (line: string): Fault => {
    if (isTaken || !line.startsWith('POST /api/v1/booking ')) return none;
    isTaken = true;
    return { is: 'answered by another', status: 201, words: '{"success":true,"data":{}}' };
  };
  const events: Event[] = [{ does: 'book' }, { does: 'wait', for: 50 }, { does: 'book' }];
  const wrong = await playShift(stage, 'Taken', events, takeOne);
  expect(wrong).toEqual(['Taken 0 was called stored and is lost.']);
});
