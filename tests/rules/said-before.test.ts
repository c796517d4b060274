import { expect, test } from 'vitest';
import { saidAt, saidBefore } from '#server/features/bookings/said-before.ts';
import { aBooking } from '#tests/screens/support/records.ts';

const corrections = [
  {
    at: new Date('2026-11-02T08:00:00Z'),
    before: { name: 'Maryam Haruna', notes: 'Ours alone' },
    after: { name: 'Maryam H. Sani', notes: '' },
  },
  {
    at: new Date('2026-11-05T23:30:00Z'),
    before: { name: 'Maryam H. Sani', license: '' },
    after: { name: 'A Different Accused', license: 'KDA11111AA01' },
  },
];
const booking = aBooking({ name: 'A Different Accused', license: 'KDA11111AA01' });

test('what stood before each correction is said with its moment and zone, but not the authority’s notes', () => {
  expect(saidBefore(corrections)).toBe(
    'Driver Maryam Haruna until 2026-11-02 09:00 WAT; License number nothing until 2026-11-06 00:30 WAT; Driver Maryam H. Sani until 2026-11-06 00:30 WAT',
  );
  expect(saidBefore([])).toBe('');
});

test.for([
  ['2026-11-01T00:00:00Z', 'Maryam Haruna', ''],
  ['2026-11-03T00:00:00Z', 'Maryam H. Sani', ''],
  ['2026-11-06T00:00:00Z', 'A Different Accused', 'KDA11111AA01'],
])('at %s a ticket named %s', ([at = '', name, license]) => {
  const then = (field: 'name' | 'license') => saidAt(booking, corrections, field, new Date(at));
  expect([then('name'), then('license')]).toEqual([name, license]);
});
