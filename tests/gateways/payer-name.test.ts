import { expect, test } from 'vitest';
import { splitPayerName } from '#server/gateways/payer-name.ts';

test.each([
  ['Musa', 'Musa', '-', '-'],
  ['Musa Bello', 'Musa', '-', 'Bello'],
  ['  Aisha  Zainab Umar\tSani ', 'Aisha', 'Zainab Umar', 'Sani'],
  ['', '-', '-', '-'],
])('"%s" has a first, a middle and a last name', (name, firstName, middleName, lastName) => {
  expect(splitPayerName(name)).toEqual({ firstName, middleName, lastName });
});
