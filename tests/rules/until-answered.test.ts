import { expect, test } from 'vitest';
import { untilAnswered } from '#server/db/availability.ts';

const coded = (code: string) => Object.assign(new Error('It took too long.'), { code });

test.each([
  new Error('timeout exceeded when trying to connect'),
  new Error('Query read timeout'),
  coded('57014'),
  coded('25P03'),
  coded('ECONNREFUSED'),
])('a start asks again where the database was too slow: %s', async (slow) => {
  let asked = 0;
  const answer = await untilAnswered(() => {
    asked += 1;
    return asked === 1 ? Promise.reject(slow) : Promise.resolve('there');
  });
  expect([answer, asked]).toEqual(['there', 2]);
});

test('a start fails at once of anything else', async () => {
  const wrong = coded('28P01');
  await expect(untilAnswered(() => Promise.reject(wrong))).rejects.toBe(wrong);
});
