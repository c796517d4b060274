import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { exceptionRegister } from '#contract/exceptions.ts';
import { type PaymentException, readException } from '#contract/exceptions.ts';
import {
  decideRefund,
  refundRegister,
  proposeExceptionRefund,
  proposeReversal,
  readRefund,
  type Refund,
  takeBackRefund,
} from '#contract/modules/money/refunds.ts';
import { exactNaira } from '#web/format/money.ts';
import { dialog, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';
import { amina, pageOf, rowTexts } from './support/rows.ts';

const at = '2026-11-20T10:00:00.000Z';
const waiting: Refund = {
  id: 'R1',
  kind: 'refund',
  state: 'waiting',
  organisation: 'Kaduna',
  zone: 'Zaria',
  booking: 'BOOKING',
  plate: 'KTN-482AB',
  line: 1,
  offence: 'VDF-01',
  exception: null,
  amount: 5000,
  day: '2026-11-19',
  proof: { kind: 'transfer', number: 'TRF-204518' },
  reason: 'Suit 12.',
  reverses: null,
  by: amina,
  at,
  decided: null,
};
const counted: Refund = {
  ...waiting,
  state: 'confirmed',
  decided: { by: { ...amina, id: 'other', name: 'Musa Sule' }, at, refusal: '' },
};

const opened = (refund: Refund, address = `/refunds?open=${refund.id}`, own = false) =>
  openApp(
    address,
    own ? { id: amina.id, _id: amina.id, role: 'state admin' } : 'state admin',
    (server) => {
      server.answer(refundRegister.list, ({ query }) => ({
        ...pageOf([refund], query),
        amount: 5000,
      }));
      server.answer(readRefund, () => anAnswer(refund));
      server.answer(decideRefund, () => anAnswer(counted));
      server.answer(takeBackRefund, () => anAnswer({ ...refund, state: 'taken back' as const }));
      server.answer(proposeReversal, () => anAnswer(refund));
    },
  );

test('the list says whose money, how much, when and by which proof, and asks for what its tab says', async () => {
  const { server, user } = opened(waiting, '/refunds?from=2026-11-01&to=2026-11-30&of=tickets');
  await waitFor(() => expect(rowTexts()).toHaveLength(1));
  expect(rowTexts()[0]).toMatch(
    /KTN-482AB.*VDF-01.*₦5,000.*2026-11-19.*To be confirmed.*TRF-204518.*Suit 12\..*Zaria.*Amina Bello/,
  );
  expect(server.calls(refundRegister.list)[0]?.query).toMatchObject({
    state: 'waiting',
    from: '2026-11-01',
    of: 'tickets',
  });
  await user.click(screen.getByRole('link', { name: 'Refunded' }));
  await waitFor(() =>
    expect(server.calls(refundRegister.list).at(-1)?.query.state).toBe('counted'),
  );
});

test('an empty tab says which tabs have refunds, and leads there', async () => {
  const { address, user } = openApp('/refunds', 'state admin', (server) => {
    server.answer(refundRegister.list, ({ query }) => ({ ...pageOf([], query), amount: 0 }));
    server.answer(refundRegister.sizes, () =>
      anAnswer({ waiting: { total: 0 }, counted: { total: 3 }, ended: { total: 1 } }),
    );
  });
  const words = await screen.findByText(/^There are no refunds to confirm\./);
  await waitFor(() =>
    expect(words.textContent).toContain(
      'There are 3 under Refunded and 1 under Refused or taken back.',
    ),
  );
  await user.click(within(words).getByRole('link', { name: 'Refunded' }));
  expect(address()).toBe('/refunds?state=counted');
  await screen.findByText(/^No money has been refunded yet\./);
});

test('another state admin confirms a refund, or refuses it for a reason', async () => {
  const { server, user } = opened(waiting);
  const shown = await dialog('Refund of KTN-482AB');
  expect(shown.textContent).toContain('Bank transfer TRF-204518');
  await user.click(await within(shown).findByRole('button', { name: /^Refuse/ }));
  fill(shown, /^Reason for refusal/, 'Another proof.');
  await press('Refuse', shown);
  await says('The refund was refused');
  expect(server.calls(decideRefund)[0]).toMatchObject({
    params: { id: 'R1' },
    body: { agrees: false, reason: 'Another proof.' },
  });
});

test('its proposer only takes it back', async () => {
  const { server } = opened(waiting, undefined, true);
  const shown = await dialog('Refund of KTN-482AB');
  await press(/^Take back/, shown);
  await says('The refund was taken back');
  expect(server.calls(takeBackRefund)).toHaveLength(1);
  expect(within(shown).queryByRole('button', { name: /^Confirm/ })).toBeNull();
});

test('a refund says who confirmed it, and when', async () => {
  opened(counted);
  const shown = await dialog('Refund of KTN-482AB');
  await within(shown).findByText('Confirmed by Musa Sule, 2026-11-20 11:00');
});

test('a refund that counts is reversed by a proposal with a reason', async () => {
  const { server } = opened(counted);
  await press('Propose a reversal', await dialog('Refund of KTN-482AB'));
  const asked = await dialog('Propose to reverse this refund?');
  expect(asked.textContent).toContain('The refund and its reversal will both stay on record.');
  fill(asked, 'Reason', 'Of another ticket.');
  await press('Propose it', asked);
  await says('A second person must now confirm the reversal.');
  expect(server.calls(proposeReversal)[0]).toMatchObject({
    params: { id: 'R1' },
    body: { reason: 'Of another ticket.' },
  });
});

test('an exception that is settled by a refund says what is still to give back, and takes its proposal', async () => {
  const exception: PaymentException = {
    id: 'E1',
    kind: 'second payment',
    state: 'settled',
    story: 'It was paid twice.',
    foundAt: at,
    organisation: 'Kaduna',
    zone: 'Zaria',
    booking: null,
    gateway: 'PayKaduna',
    billRef: 'BILL-1',
    amount: 5000,
    receipt: 'R2',
    settlement: {
      decision: 'refund',
      billRef: null,
      reason: 'Paid twice.',
      by: amina,
      at,
      confirmedBy: amina,
    },
    refund: { givenBack: 2000, left: 3000 },
    closedAt: at,
  };
  const { server, user } = openApp('/exceptions?open=E1', 'state admin', (server) => {
    server.answer(exceptionRegister.list, ({ query }) => pageOf([exception], query));
    server.answer(readException, () => anAnswer(exception));
    server.answer(refundRegister.list, ({ query }) => ({
      ...pageOf([{ ...counted, amount: 2000, exception: 'E1', line: null, offence: null }], query),
      amount: 2000,
    }));
    server.answer(proposeExceptionRefund, () => anAnswer(waiting));
  });
  expect(await screen.findByText(`${exactNaira(3000)} still has to be refunded.`)).toBeTruthy();
  expect(screen.getAllByText('Refund: ₦3,000 to pay out').length).toBeGreaterThan(0);
  expect(await screen.findByText('₦2,000 refunded on 2026-11-19')).toBeTruthy();
  const form = within(await screen.findByRole('form', { name: 'Propose a refund' }));
  await user.type(form.getByLabelText('Amount refunded, in naira'), '3000');
  await user.type(form.getByLabelText('Day of the payout'), '2026-11-20');
  await user.type(form.getByLabelText('Proof number'), 'TRF-204519');
  await user.type(form.getByLabelText(/^Reason/), 'Paid twice');
  await user.click(form.getByRole('button', { name: 'Propose a refund' }));
  await press('Propose it', await dialog('Propose a refund of ₦3,000?'));
  await says('A second person must now confirm the refund.');
  expect(server.calls(proposeExceptionRefund)[0]).toMatchObject({
    params: { id: 'E1' },
    body: { amount: 3000, proofKind: 'transfer', proofNumber: 'TRF-204519' },
  });
});
