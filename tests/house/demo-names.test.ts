import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoHistory } from '#server/demo/bookings.ts';
import { demoCollisions } from '#server/demo/collisions.ts';
import { offenceById } from '#server/features/offences/queries.ts';

/** The end of a week, when all that the demo may draw has been drawn. */
const sunday = new Date('2026-03-08T22:59:59Z');

const wordsOf = (text: string) => text.toLowerCase().split(' ');

/** A name is found by its words in any order, also as a part of a longer one. */
const isPartly = (text: string) => {
  const words = wordsOf(text);
  return (name: readonly string[]) =>
    words.length > 1 && words.every((word) => name.includes(word));
};

test('a browser test names nobody, no plate and no number that the demo draws', () => {
  const drawn = new Set([
    ...demoHistory(sunday, offenceById).flatMap(
      ({ body: { name, registration, license, phoneNo, phoneTwo } }) => [
        name,
        registration,
        license,
        phoneNo,
        phoneTwo,
      ],
    ),
    ...demoCollisions(sunday).flatMap(({ body }) => [
      ...body.vehicle.flatMap(({ name, plate, phone }) => [name, plate, phone]),
      ...body.witness.flatMap(({ name, phone }) => [name, phone]),
    ]),
  ]);
  drawn.delete('');
  const people = [...drawn].filter((text) => text.includes(' ')).map(wordsOf);
  expect(drawn.size).toBeGreaterThan(4_000);
  const files = globSync('tests/{e2e,specification,boot,shift,chaos}/**/*.ts');
  expect(files.length).toBeGreaterThan(50);
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(['"`/])([^'"`/\n]{5,60})\1/g)]
      .map(([, , text = '']) => text)
      .filter((text) => drawn.has(text) || people.some(isPartly(text)))
      .map((text) => `${file}: ${text}`),
  );
  expect(named).toEqual([]);
});
