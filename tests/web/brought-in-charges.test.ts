import { expect, test } from 'vitest';
import { chargesWords } from '#web/features/late-records/bring-in.ts';

const offences = new Map([
  ['LGC-16', { name: 'Overloading', amount: 5_000 }],
  ['TMS-01', { name: 'Wrong parking', amount: 7_000 }],
]);
const booking = (toldPrice: number | null, ...ids: string[]) => ({
  kind: 'booking' as const,
  toldPrice,
  body: { offence: ids.map((id) => ({ id })) },
});

test('a superior reads what a saved booking charges, what was told and what it costs today', () => {
  expect(chargesWords(booking(2_000, 'LGC-16', 'TMS-01'), offences)).toBe(
    'Overloading, Wrong parking, told ₦2,000, today ₦12,000',
  );
});

test('a price of today that was told is said once', () => {
  expect(chargesWords(booking(5_000, 'LGC-16'), offences)).toBe('Overloading, told ₦5,000');
});

test('of what the authority does not know, its number is said and no price of today', () => {
  expect(chargesWords(booking(2_000, 'OLD-99'), offences)).toBe('OLD-99, told ₦2,000');
  expect(chargesWords(booking(null, 'LGC-16'), new Map())).toBe('LGC-16');
});

test('a collision and a body that is none charge nothing', () => {
  expect(chargesWords({ kind: 'collision', toldPrice: null, body: {} }, offences)).toBe('');
  expect(chargesWords({ kind: 'booking', toldPrice: null, body: { offence: 7 } }, offences)).toBe(
    '',
  );
});
