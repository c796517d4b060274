import { expect, test } from 'vitest';
import { z } from 'zod';
import { answer } from '#contract/answers.ts';
import { readMap } from '#contract/map.ts';
import { parsedInSlices } from '#web/features/map/parse-in-slices.ts';

const booking = (at: number) => ({
  _id: `BOOKING-${at}`,
  paid: false,
  completed: false,
  createdAt: '2026-11-20T13:32:00.000Z',
  captured: null,
  registration: 'KTN-482AB',
  zone: 'Zaria',
  price: 12_000,
  position: { lat: 11, lng: 7.5, accuracy: 8 },
});
const answered = (bookings: unknown[]) => ({
  success: true,
  data: { bookings, collisions: [], total: bookings.length, withPosition: bookings.length },
});

test.each([0, 499, 500, 501, 2_300])('%i rows are read as at one go', async (count) => {
  const body = answered(Array.from({ length: count }, (_, at) => booking(at)));
  const parsed = await parsedInSlices(readMap.response, body);
  expect(parsed.data).toEqual(readMap.response.parse(body));
});

test.each([
  ['in a row', answered([...Array.from({ length: 600 }, (_, at) => booking(at)), { _id: 'bare' }])],
  [
    'beside long rows',
    { ...answered(Array.from({ length: 600 }, (_, at) => booking(at))), success: 1 },
  ],
  ['instead of an answer', []],
])('what the contract does not know is found %s', async (_where, body) => {
  expect((await parsedInSlices(readMap.response, body)).success).toBe(false);
});

test('the browser has its turn between slices', async () => {
  const reading = parsedInSlices(
    readMap.response,
    answered(Array.from({ length: 1_600 }, (_, at) => booking(at))),
  );
  let turns = 0;
  const count = setInterval(() => (turns += 1));
  await reading;
  clearInterval(count);
  expect(turns).toBeGreaterThan(1);
});

test('a list with rules of its own is read as a whole', async () => {
  const schema = answer(z.strictObject({ names: z.array(z.string()).max(600) }));
  const data = { names: Array.from({ length: 601 }, () => 'Musa') };
  expect((await parsedInSlices(schema, { success: true, data })).success).toBe(false);
});
