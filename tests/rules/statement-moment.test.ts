import { expect, test } from 'vitest';
import { momentOf } from '#server/modules/money/reconciliation/statement-moment.ts';

test.each([
  '2026-02-03',
  '2026/02/03',
  '2026.2.3',
  '20260203',
  '3-Feb-26',
  '03-FEB-2026',
  '03FEB2026',
  '3 February 2026',
  '3rd Feb 2026',
  '3rd of February, 2026',
  'Tuesday, 3 Feb 2026',
  'Tue 3 Feb 26',
  '03/02/26',
  '3/2/2026',
  '03.02.2026',
  'Feb 3, 2026',
  'Feb. 3rd 2026',
  'February 3 2026',
  '46056',
])('%s is 3 February 2026 in Lagos', (text) => {
  expect(momentOf(text)?.toISOString()).toBe('2026-02-02T23:00:00.000Z');
});

test.each([
  '2026-02-03 09:15:00+01',
  '2026-02-03T09:15:00+01:00',
  '2026-02-03T08:15:00.000Z',
  '2026-02-03 08:15 UTC',
  '2026-02-03 09:15 WAT',
  '03/02/26 9:15 am',
  '3-Feb-26 09:15:00',
  '3 Feb 2026 at 9:15 a.m.',
  'Feb 3, 2026, 9:15 AM',
  '20260203 09:15',
  '3/2/2026 09.15',
  '46056.385416667',
])('%s is a quarter past nine in Lagos', (text) => {
  expect(momentOf(text)?.toISOString()).toBe('2026-02-03T08:15:00.000Z');
});

test.each([
  '',
  '2026',
  'Feb 2026',
  '2026-02-30',
  '2026-02/03',
  '30/02/26',
  '02/13/26',
  '3 Foo 2026',
  '3 Mayor 2026',
  '20261303',
  '2026-02-03 25:00',
  '2026-02-03 13:00 PM',
  '12345678',
  '12345',
  '5000',
  '0803 555 0142',
  '3rd Feb 2026 to 5th Feb 2026',
])('%s is no day', (text) => {
  expect(momentOf(text)).toBeUndefined();
});
