import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refundRegister, readRefund, type Refund } from '#contract/modules/money/refunds.ts';
import { listReportRows, type ReportFigureRow } from '#contract/modules/reports/report-rows.ts';
import { dialog } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';
import { amina, pageOf, rowTexts } from './support/rows.ts';

const payment: ReportFigureRow = {
  id: 'B1-1',
  day: '2026-11-19',
  record: 'KAD-2611-0001',
  plate: 'KTN-482AB',
  detail: '12020501 Seat belt',
  organisation: 'Kaduna',
  zone: 'Zaria',
  count: 1,
  amount: 5_000.5,
  opens: '/bookings?open=B1',
  payment: null,
};
const givenBack: ReportFigureRow = {
  ...payment,
  id: 'R1-2',
  amount: -500,
  opens: '/refunds?state=counted&open=R1',
};
const refund: Refund = {
  id: 'R1',
  kind: 'refund',
  state: 'confirmed',
  organisation: 'Kaduna',
  zone: 'Zaria',
  booking: 'B1',
  plate: 'KTN-482AB',
  line: 1,
  offence: 'VDF-01',
  exception: null,
  amount: 500,
  day: '2026-11-19',
  proof: { kind: 'transfer', number: 'TRF-204518' },
  reason: 'Suit 12.',
  reverses: null,
  by: amina,
  at: '2026-11-20T10:00:00.000Z',
  decided: null,
};

const opened = (address: string, rows: readonly ReportFigureRow[]) =>
  openApp(address, 'state admin', (server) => {
    server.answer(listReportRows, ({ query }) => ({
      ...pageOf([...rows], query),
      counted: rows.reduce((sum, { count }) => sum + count, 0),
      amount: rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      givenBack: null,
    }));
    server.answer(refundRegister.list, ({ query }) => ({
      ...pageOf([refund], query),
      amount: 500,
    }));
    server.answer(readRefund, () => anAnswer(refund));
  });

test('the rows of a figure say which figure they are, what each adds, and what they come to', async () => {
  const address =
    '/report-rows?figure=net&from=2026-11-01&to=2026-11-30&zone=Zaria&each=head&head=12020501';
  const { server } = opened(address, [payment, givenBack]);
  await waitFor(() => expect(rowTexts()).toHaveLength(2));
  expect(rowTexts()[0]).toMatch(/2026-11-19.*KAD-2611-0001.*Seat belt.*Zaria.*1.*₦5,000\.50/);
  screen.getByText(
    'Payments received less refunds, 2026-11-01 to 2026-11-30, Zaria, revenue head 12020501: 2 rows, ₦4,500.50 in all',
  );
  expect(server.calls(listReportRows)[0]?.query).toMatchObject({
    figure: 'net',
    each: 'head',
    head: '12020501',
    zone: 'Zaria',
  });
});

test('a row opens its record in the record’s own list', async () => {
  const { user } = opened('/report-rows?figure=net&from=2026-11-01&to=2026-11-30', [givenBack]);
  await user.click(await screen.findByRole('button', { name: /^Open ?KAD/ }));
  await dialog('Refund of KTN-482AB');
});

test('people are counted, and have no naira', async () => {
  const crash = { ...payment, record: 'Old road', count: 3, amount: null };
  opened('/report-rows?figure=killed&from=2026-11-01&to=2026-11-30', [crash]);
  await screen.findByText(/3 in all/);
  expect(rowTexts()[0]).not.toContain('₦');
});
