import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listWaiting } from '#contract/waiting.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';

const place = {
  organisation: 'Kaduna' as const,
  zone: null,
  report: null,
  at: '2026-11-20T10:00:00.000Z',
};
const fee = {
  ...place,
  kind: 'fee' as const,
  id: 'LGC-01',
  what: '40 fees from 2027-01-01',
  from: '2027-01-01',
  to: null,
  by: 'Grace Duniya',
};
const late = {
  ...place,
  kind: 'late record' as const,
  id: '01KAQ0000000000000000000LT',
  what: 'ZAR-160QR',
  zone: 'Zaria',
  from: null,
  to: null,
  by: 'Musa Sule',
};
const lost = {
  ...late,
  kind: 'lost factor' as const,
  id: 'U7',
  what: 'Musa Sule, booking officer',
  organisation: null,
  by: null,
};
const closing = {
  ...place,
  kind: 'closing' as const,
  id: '01KAQ0000000000000000000CS',
  what: 'F&A, 2026-11-01 to 2026-11-07',
  report: 'f-and-a' as const,
  from: '2026-11-01',
  to: '2026-11-07',
  by: 'Grace Duniya',
};
const waiting = [
  { kind: 'fee' as const, total: 1, oldest: [fee] },
  { kind: 'closing' as const, total: 1, oldest: [closing] },
  { kind: 'late record' as const, total: 30, oldest: [late] },
  { kind: 'lost factor' as const, total: 1, oldest: [lost] },
];

test('each kind is named with its number, and each row opens where it is decided', async () => {
  openApp('/waiting', 'state admin', (server) => {
    server.answer(listWaiting, () => anAnswer(waiting));
  });
  const fees = await screen.findByRole('region', { name: 'Fees to confirm (1)' });
  const link = within(fees).getByRole('link', { name: /40 fees from.*Grace Duniya/ });
  expect(link.getAttribute('href')).toBe('/fees?organisation=Kaduna&open=LGC-01');
  const records = screen.getByRole('region', { name: 'Late records to accept or refuse (30)' });
  expect(within(records).getByRole('link', { name: 'All 30' })).toBeTruthy();
  const person = screen.getByRole('link', { name: /^Musa Sule, booking officer/ });
  expect(person.getAttribute('href')).toBe('/admin?open=U7');
  const report = screen.getByRole('link', { name: /^F&A, 2026-11-01/ });
  expect(report.getAttribute('href')).toBe(
    `/reports?kind=f-and-a&organisation=Kaduna&from=2026-11-01&to=2026-11-07&closing=${closing.id}`,
  );
});

test('Base counts what waits', async () => {
  openApp('/', 'zonal head', (server) => {
    server.answer(listWaiting, () => anAnswer(waiting));
  });
  const chip = await screen.findByRole('link', { name: '33 need you' });
  expect(chip.getAttribute('href')).toBe('/waiting');
});

test('with nothing to decide, the page says so', async () => {
  openApp('/waiting', 'zonal head', (server) => {
    server.answer(listWaiting, () => anAnswer([]));
  });
  expect(
    await screen.findByRole('heading', { name: 'There is nothing for you to decide' }),
  ).toBeTruthy();
});
