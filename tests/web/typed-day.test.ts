import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDay, readDay } from '#web/format/typed-day.ts';

const today = '2026-11-30';
const read = (typed: string, min?: string, max?: string) => readDay(typed, { today, min, max });

test.each([
  ['5/3/2026', '2026-03-05'],
  ['05-03-26', '2026-03-05'],
  ['5.3.2026', '2026-03-05'],
  ['2026-03-05', '2026-03-05'],
  ['2026/3/5', '2026-03-05'],
  ['5/3', '2026-03-05'],
  ['5 March 2026', '2026-03-05'],
  ['5th of March, 2026', '2026-03-05'],
  ['Thursday 5 March 2026', '2026-03-05'],
  ['5-Mar-26', '2026-03-05'],
  ['5mar', '2026-03-05'],
  ['march 5', '2026-03-05'],
  ['MARCH 5, 2026', '2026-03-05'],
  ['1 Sept', '2026-09-01'],
  [' today ', '2026-11-30'],
  ['Yesterday', '2026-11-29'],
  ['tomorrow', '2026-12-01'],
])('%s is read as %s', (typed, day) => {
  expect(read(typed)).toEqual({ day, problem: null });
});

test.each(['31/2/2026', '3/25/2026', '0/1/2026', '29 February 2027', '2026-13-01'])(
  'the calendar has no %s',
  (typed) => {
    const problem = 'Enter a real date, such as 30 November 2026.';
    expect(read(typed)).toEqual({ day: null, problem });
  },
);

test.each([
  '',
  'soon',
  '5',
  '5 Foo 2026',
  'March 2026',
  '5/3/2',
  '2026',
  '05032026',
  'constructor',
])('no day can be told from "%s"', (typed) => {
  const problem = 'Enter a day, such as 30 November 2026.';
  expect(read(typed)).toEqual({ day: null, problem });
});

test('a missing century or year is the one within the bounds', () => {
  expect(read('21/4/90', '1900-01-01', today).day).toBe('1990-04-21');
  expect(read('1/12/26', '1900-01-01', today).day).toBe('1926-12-01');
  expect(read('5 Mar', today).day).toBe('2027-03-05');
  expect(read('25 December', undefined, today).day).toBe('2025-12-25');
});

test('a day beyond the bounds is read and refused, with the bounds', () => {
  expect(read('1/1/2027', undefined, today)).toEqual({
    day: '2027-01-01',
    problem: 'Enter a day on or before 30 November 2026.',
  });
  expect(read('yesterday', today).problem).toBe('Enter a day on or after 30 November 2026.');
  expect(read('1/1/1899', '1900-01-01', today).problem).toBe(
    'Enter a day from 1 January 1900 to 30 November 2026.',
  );
  expect(read('x', '1900-01-01', today).problem).toBe('Enter a day, such as 17 June 1963.');
});

const names =
  'January February March April May June July August September October November December';

test('every day is read back from each of its spellings', () => {
  const days = fc.integer({ min: 0, max: 73_048 });
  fc.assert(
    fc.property(days, fc.constantFrom('/', '-', '.', ' '), (count, sign) => {
      const instant = new Date(Date.UTC(1900, 0, 1 + count));
      const iso = instant.toISOString().slice(0, 10);
      const [year, month, day] = [
        instant.getUTCFullYear(),
        instant.getUTCMonth() + 1,
        instant.getUTCDate(),
      ];
      const name = names.split(' ')[month - 1] ?? '';
      const two = (number: number) => String(number % 100).padStart(2, '0');
      for (const typed of [
        iso,
        [year, month, day].join(sign),
        [day, month, year].join(sign),
        [two(day), two(month), year].join(sign),
        [day, name, year].join(sign),
        [day, name.slice(0, 3).toLowerCase(), year].join(sign),
        `${name} ${day}, ${year}`,
        `${name.toUpperCase()} ${two(day)} ${year}`,
      ])
        expect([typed, read(typed)]).toEqual([typed, { day: iso, problem: null }]);
      const century = { min: `${year - 40}-01-01`, max: `${year + 40}-12-31` };
      expect(read([day, month, two(year)].join(sign), century.min, century.max).day).toBe(iso);
      expect(isDay(iso)).toBe(true);
    }),
  );
});

test('whatever is typed is answered with a day of the calendar or a sentence', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const { day, problem } = read(typed);
      expect(day === null ? problem !== null : isDay(day)).toBe(true);
    }),
  );
});
