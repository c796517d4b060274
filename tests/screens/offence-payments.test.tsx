import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  listOffencePayments,
  noteGivenBack,
  type OffencePayment,
} from '#contract/offence-payments.ts';
import { dialog, press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { pageOf } from './support/rows.ts';

const id = '01KB0000000000000000000001';
const at = '2026-11-02T09:00:00.000Z';
const payment: OffencePayment = {
  id: `${id}-1`,
  booking: id,
  line: 1,
  offence: 'VDF-01',
  name: 'Broken lamp',
  plate: 'KAD 123 AA',
  organisation: 'Kaduna',
  zone: 'Zaria',
  madeAt: at,
  paidAt: at,
  payer: 'Musa Danladi',
  license: 'KDA11111AA01',
  phoneNo: '0803',
  amount: 5000,
  paid: 8000,
  billRef: 'B1',
  receipt: 'R1',
  ofPayer: { count: 2, amount: 10_000 },
  givenBack: [],
};

const opened = (role: 'state admin' | 'observer') =>
  openApp(`/payments?open=${payment.id}`, role, (server) => {
    server.answer(listOffencePayments, ({ query }) => ({
      ...pageOf([payment], query),
      amount: 5000,
      givenBack: 0,
    }));
    server.answer(noteGivenBack, () => ({
      status: 409,
      error: 'At most ₦10 of this offence is left to give back. Look at it again.',
    }));
  });

test('a state admin notes what was given back, and is told where it is more than was paid', async () => {
  const { server, user } = opened('state admin');
  const form = within(await screen.findByRole('form', { name: 'Given back' }));
  await user.type(form.getByLabelText('Given back, in naira'), '4,999.50');
  await user.type(form.getByLabelText('Day'), '2026-11-20');
  await user.type(form.getByLabelText(/^Proof/), 'Transfer 17');
  await user.type(form.getByLabelText(/^Why/), 'Suit 12');
  await user.click(form.getByRole('button', { name: 'Note it' }));
  const asked = await dialog('Note ₦4,999.50 as given back?');
  expect(asked.textContent).toContain('This can’t be undone.');
  await press('Note it', asked);
  await waitFor(() => expect(form.getByText(/^At most ₦10/)).toBeTruthy());
  expect(server.calls(noteGivenBack).map(({ body }) => body)).toMatchObject([
    { line: 1, amount: 4999.5, day: '2026-11-20', proof: 'Transfer 17', reason: 'Suit 12' },
  ]);
});

test('who only reads reconciliation sees the payment and its sums, and no form', async () => {
  opened('observer');
  expect(await screen.findByText('VDF-01 Broken lamp')).toBeTruthy();
  expect(screen.getByText(/₦5,000 paid, ₦0 given back/)).toBeTruthy();
  expect(screen.queryByRole('form', { name: 'Given back' })).toBeNull();
});
