import { expect, test } from 'vitest';
import type { OfferedOffence } from '#contract/offences.ts';
import { pricedOn } from '#web/features/bookings/form/catalogue.ts';

const offence: OfferedOffence = {
  id: 'LGC-01',
  group: 'LGC',
  name: 'Driving without a licence',
  amount: 5_000,
  penalty: '',
  code: '12020501',
  perDay: false,
  later: [
    { from: '2026-11-23', amount: 6_000 },
    { from: '2026-12-01', amount: 7_500 },
  ],
};

test.each([
  ['2026-11-22', 5_000],
  ['2026-11-23', 6_000],
  ['2026-11-30', 6_000],
  ['2026-12-01', 7_500],
  ['2027-01-01', 7_500],
])('a copy of the catalogue costs on %s what was confirmed for that day: %i', (day, amount) => {
  expect(pricedOn([offence], day)).toMatchObject([{ id: 'LGC-01', amount }]);
});
