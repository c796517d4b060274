// Dates and amounts are written without Intl, which a cheap phone takes long to load. It says what is right.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '#tests/support/draws.ts';
import { daysBetween, shortWeekday, weekdayAndDay } from '#web/format/calendar.ts';
import { count, exactNaira, shortNaira } from '#web/format/money.ts';
import { clockOf, dateOf, longDateOf } from '#web/format/time.ts';

const instants = fc.integer({ min: 0, max: Date.parse('2099-12-31T22:59:59Z') });
const kobo = fc.integer({ min: -1e15, max: 1e15 });
const inLagos = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Africa/Lagos', ...options });
const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-NG', options);

test('every date and clock is that of Africa/Lagos', () => {
  const date = inLagos('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' });
  const clock = inLagos('sv-SE', { hour: '2-digit', minute: '2-digit' });
  const long = inLagos('en-GB', { dateStyle: 'full' });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(dateOf(instant)).toBe(date.format(instant));
      expect(clockOf(instant)).toBe(clock.format(instant));
      expect(longDateOf(instant)).toBe(long.format(instant).replace(',', ''));
    }),
    draws(),
  );
});

test('every day has its weekday and month', () => {
  const weekday = inLagos('en-GB', { weekday: 'short' });
  const withDay = inLagos('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  const withYear = inLagos('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  fc.assert(
    fc.property(instants, (instant) => {
      const day = dateOf(instant);
      expect(shortWeekday(day)).toBe(weekday.format(instant));
      expect(weekdayAndDay(day)).toBe(withDay.format(instant).replace(',', ''));
      expect(daysBetween('1969-12-31', day)).toBe(
        `31 December 1969 to ${withYear.format(instant)}`,
      );
    }),
    draws(),
  );
});

test('every amount has its thousands apart, and its kobo if there are any', () => {
  const whole = numbers({ maximumFractionDigits: 0 });
  const withKobo = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  fc.assert(
    fc.property(kobo, (amount) => {
      expect(count(amount)).toBe(whole.format(amount));
      const format = amount % 100 === 0 ? whole : withKobo;
      const said = format.format(Math.abs(amount) / 100);
      expect(exactNaira(amount / 100)).toBe(amount < 0 ? `-₦${said}` : `₦${said}`);
    }),
    draws(),
  );
});

test('a short amount is rounded to one decimal of its thousands', () => {
  const compact = numbers({ notation: 'compact', maximumFractionDigits: 1 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999e12 }),
      fc.integer({ min: 0, max: 5 }),
      (most, power) => {
        const amount = Math.floor(most / 1000 ** power);
        expect(shortNaira(amount)).toBe(`₦${compact.format(amount).toLowerCase()}`);
      },
    ),
    draws(),
  );
  expect([999, 1_000, 999_949, 999_950, 1_250_000].map(shortNaira)).toEqual([
    '₦999',
    '₦1k',
    '₦999.9k',
    '₦1m',
    '₦1.3m',
  ]);
});
