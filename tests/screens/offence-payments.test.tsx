import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refundRegister, proposeRefund, type Refund } from '#contract/modules/money/refunds.ts';
import { listReportRows, type ReportFigureRow } from '#contract/modules/reports/report-rows.ts';
import { dialog, press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { pageOf, rowTexts } from './support/rows.ts';

const id = '01KB0000000000000000000001';
const at = '2026-11-02T09:00:00.000Z';
const row: ReportFigureRow = {
  id: `${id}-1`,
  day: '2026-11-02',
  record: '00000001',
  plate: 'KAD 123 AA',
  detail: 'VDF-01 Broken lamp',
  organisation: 'Kaduna',
  zone: 'Zaria',
  count: 1,
  amount: 5000,
  opens: `/bookings?open=${id}`,
  payment: {
    booking: id,
    madeAt: at,
    paidAt: at,
    payer: 'Musa Danladi',
    saidBefore: '',
    license: 'KDA11111AA01',
    phoneNo: '0803',
    paid: 8000,
    billRef: 'B1',
    receipt: 'R1',
    ofPayer: { count: 2, amount: 10_000 },
    charges: [{ line: 1, offence: 'VDF-01', name: 'Broken lamp', amount: 5000, givenBack: [] }],
  },
};

const address = '/report-rows?figure=received&each=head&head=12020501';

const opened = (role: 'state admin' | 'observer', refunds: readonly Refund[] = []) =>
  openApp(`${address}&open=${row.id}`, role, (server) => {
    server.answer(listReportRows, ({ query }) => ({
      ...pageOf([row], query),
      counted: 1,
      amount: 5000,
      givenBack: 0,
    }));
    server.answer(refundRegister.list, ({ query }) => ({ ...pageOf(refunds, query), amount: 0 }));
    server.answer(proposeRefund, () => ({
      status: 409,
      error: 'At most ₦10 of this money. Reload the page to see the latest.',
    }));
  });

test('a state admin proposes a refund with its proof, and is told where it is more than is left', async () => {
  const { server, user } = opened('state admin');
  const form = within(await screen.findByRole('form', { name: 'Propose a refund' }));
  const send = () => user.click(form.getByRole('button', { name: 'Propose a refund' }));
  await user.type(form.getByLabelText('Amount refunded, in naira'), '4,999.50');
  await user.type(form.getByLabelText('Day of the payout'), '2026-11-20');
  await user.selectOptions(form.getByLabelText('Proof'), 'Payment voucher');
  await user.type(form.getByLabelText('Proof number'), 'x');
  await user.type(form.getByLabelText(/^Reason/), 'Suit 12');
  await send();
  expect(await form.findAllByText(/^Enter the full proof number/)).not.toEqual([]);
  await user.type(form.getByLabelText('Proof number'), '-2045');
  await send();
  const asked = await dialog('Propose a refund of ₦4,999.50?');
  expect(asked.textContent).toContain('once another state admin confirms the refund');
  await press('Propose it', asked);
  await waitFor(() => expect(form.getByText(/^At most ₦10/)).toBeTruthy());
  expect(server.calls(proposeRefund).map(({ body }) => body)).toEqual([
    {
      line: 1,
      amount: 4999.5,
      day: '2026-11-20',
      proofKind: 'voucher',
      proofNumber: 'x-2045',
      reason: 'Suit 12',
    },
  ]);
});

test('who only reads reconciliation sees the payment and its sums, and no form', async () => {
  opened('observer');
  const payment = within(await dialog('Payment by Musa Danladi'));
  expect(payment.getByText('VDF-01 Broken lamp')).toBeTruthy();
  expect(screen.getByText(/₦5,000 in all, ₦0 refunded/)).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Propose a refund' })).toBeNull();
});

test('payments are narrowed by days and fee, and sorted by payer', async () => {
  const { server } = openApp(
    `${address}&from=2026-01-01&to=2026-12-31&min=5000&max=5000&sort=payer`,
    'observer',
    (fake) =>
      fake.answer(listReportRows, ({ query }) => ({
        ...pageOf([row], query),
        counted: 1,
        amount: 5000,
        givenBack: 0,
      })),
  );
  await waitFor(() => expect(rowTexts()).toHaveLength(1));
  expect(rowTexts()[0]).toMatch(/Musa Danladi.*KDA11111AA01, 2 paid offences, ₦10,000.*KAD-123AA/);
  expect(server.calls(listReportRows)[0]?.query).toMatchObject({
    figure: 'received',
    each: 'head',
    head: '12020501',
    from: '2026-01-01',
    to: '2026-12-31',
    min: 5000,
    max: 5000,
    sort: 'payer',
  });
});
