import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readDifferences } from '#contract/modules/money/differences.ts';
import { readReconciliation, type Reconciliation } from '#contract/modules/money/reconciliation.ts';
import { roleWords } from '#contract/modules/money/statement-columns.ts';
import { readColumns, sendStatement } from '#contract/modules/money/statements.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import { anAnswer } from './support/records.ts';
import { chip } from './support/rows.ts';

const none = { count: 0, amount: 0 };
const figures = {
  issued: none,
  billed: none,
  paid: none,
  cleared: none,
  withdrawn: none,
  decided: none,
  outstanding: none,
  exceptions: 0,
  received: none,
  givenBack: none,
};
const days = { from: '2023-03-01', to: '2023-03-05' };
const nothing: Reconciliation = {
  by: 'day',
  ...days,
  rows: [],
  total: figures,
  withoutBooking: none,
  asAt: '2026-11-20T10:00:00.000Z',
};
const address = `/reconciliation?${new URLSearchParams(days).toString()}`;

const two = { count: 2, amount: 10_000 };
const row = {
  ...figures,
  key: '2023-03-03',
  label: '2023-03-03',
  detail: '',
  filter: {},
  issued: two,
  outstanding: two,
};

function answerAll(server: FakeServer): void {
  server.answer(readReconciliation, ({ query }) => ({
    success: true as const,
    data: { ...nothing, by: query.by, rows: [row], total: { ...figures, issued: two } },
  }));
  server.answer(readDifferences, ({ query }) => ({
    success: true as const,
    data: {
      organisation: query.organisation ?? 'Kaduna',
      from: query.from,
      to: query.to,
      asAt: nothing.asAt,
      ours: none,
      theirs: none,
      difference: 0,
      explained: 0,
      unexplained: 0,
      kinds: [],
      statements: [],
      ways: [],
      fetchable: null,
      withoutStatement: [days],
      uncompared: none,
      differences: [],
      total: 0,
    },
  }));
}

test('whoever may not reconcile is not led there', async () => {
  const { address: where } = openApp('/report', 'booking officer');
  expect(await screen.findByRole('heading', { level: 1, name: 'Reports Overview' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Reconciliation/ })).toBeNull();
  expect(where()).toBe('/report');
});

test('the address of the reconciliation leads others to the dashboard', async () => {
  openApp('/reconciliation', 'booking officer');
  expect(await screen.findByRole('heading', { level: 1, name: 'Base' })).toBeTruthy();
});

test('an observer reads the differences, and sends no statement', async () => {
  openApp(`${address}&show=differences`, 'observer', answerAll);
  expect(await screen.findByText(/You can read this/)).toBeTruthy();
  expect(screen.queryByLabelText(/^Statement from the payment gateway or the bank/)).toBeNull();
});

test('the figures of an officer lead to the bookings that they count', async () => {
  openApp(`${address}&by=officer`, 'zonal head', (server) => {
    answerAll(server);
    const filter = { bookedBy: 'musa' };
    const officer = { ...row, key: 'musa', label: 'Musa Sule', filter, exceptions: 1 };
    server.answer(readReconciliation, ({ query }) => ({
      success: true as const,
      data: { ...nothing, by: query.by, rows: [officer], total: { ...figures, issued: two } },
    }));
  });
  const issued = await screen.findByRole('link', { name: /^Issued, Musa Sule/ });
  expect(issued.getAttribute('href')).toContain('bookedBy=musa');
  const open = screen.getByRole('link', { name: 'Open exceptions, Musa Sule: 1' });
  expect(open.getAttribute('href')).toBe('/exceptions?from=2023-03-01&to=2023-03-05&bookedBy=musa');
});

test('figures that can’t be loaded say so in their place, and are tried again', async () => {
  let fails = true;
  const { user } = openApp(address, 'state admin', (server) => {
    server.answer(readReconciliation, () =>
      fails
        ? { status: 500, error: 'The figures are being counted.' }
        : { success: true as const, data: nothing },
    );
  });
  expect(await screen.findByText('The figures are being counted.')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^There are no bookings or payments/)).toBeTruthy();
});

test('the rows, the days and the zone of a reconciliation stand in its address, and Back undoes each', async () => {
  const { user, server, address: where } = openApp(address, 'state admin', answerAll);
  const asked = () => server.calls(readReconciliation).at(-1)?.sent;
  const table = await screen.findByRole('table', { name: 'Reconciliation by day' });
  const issued = within(table).getByRole('link', {
    name: 'Issued, 2023-03-03: 2 bookings, ₦10,000',
  });
  expect(issued.getAttribute('href')).toBe('/bookings?from=2023-03-03&to=2023-03-03');
  await user.click(screen.getByRole('button', { name: 'Revenue head' }));
  await waitFor(() => expect(asked()).toEqual({ ...days, by: 'head' }));
  await user.click(chip('Zone'));
  await user.click(await screen.findByRole('option', { name: 'Zaria' }));
  await waitFor(() => expect(asked()).toEqual({ ...days, by: 'head', zone: 'Zaria' }));
  expect(where()).toBe(`${address}&by=head&zone=Zaria`);
  window.history.go(-2);
  await waitFor(() => expect(where()).toBe(address));

  await user.click(chip(/^Days 2023/));
  await user.click(await screen.findByRole('button', { name: 'Last month' }));
  await waitFor(() => expect(where()).toBe('/reconciliation?period=last-month'));
  expect(chip(/^Days Last month$/)).toBeTruthy();
  await user.click(chip('Remove Days'));
  await waitFor(() => expect(where()).toBe('/reconciliation'));
  expect(chip(/^Days This month$/)).toBeTruthy();
});

test('the differences keep days and place, ask for one organisation, and can’t be narrowed to a zone', async () => {
  const {
    user,
    server,
    address: where,
  } = openApp(`${address}&zone=Zaria`, 'state admin', answerAll);
  await user.click(await screen.findByRole('link', { name: 'Differences' }));
  expect(
    await screen.findByText(
      'There is no statement from the payment gateway for 1 to 5 March 2023.',
    ),
  ).toBeTruthy();
  expect(where()).toBe(`${address}&zone=Zaria&show=differences`);
  expect(server.calls(readDifferences).at(-1)?.sent).toEqual({
    ...days,
    organisation: 'Kaduna',
    page: '1',
    limit: '50',
  });
  expect(screen.queryByRole('button', { name: /^Zone/ })).toBeNull();
});

test('a file whose description holds the bills needs no column of references, and says how many lines name none', async () => {
  const { user, server } = openApp(`${address}&show=differences`, 'state admin', (given) => {
    answerAll(given);
    const read = {
      ...days,
      gateway: 'PayKaduna',
      looksLike: 'gateway' as const,
      lines: 3,
      amount: 15_000,
      without: 1,
      unmatched: 2,
      shown: [
        {
          line: 4,
          paidAt: nothing.asAt,
          billRef: 'CASH DEPOSIT',
          isBill: false,
          receipt: '',
          amount: 5_000,
        },
        {
          line: 2,
          paidAt: nothing.asAt,
          billRef: 'KD-2023-0000001',
          isBill: true,
          receipt: '',
          amount: 5_000,
        },
      ],
      leftOut: [{ line: 3, cells: ['01-Mar-2023', 'BANK CHARGE', ''] }],
    };
    given.answer(readColumns, ({ body }) =>
      anAnswer({
        names: ['Trans. Date', 'Narration', 'Credits'],
        roles: ['date', body.columns ? ('text' as const) : null, 'credit'] as const,
        chosenBefore: false,
        rows: [['01-Mar-2023', 'TRF/KD-2023-0000001/MUSA', '5,000.00']],
        why: body.columns ? null : 'Nobody can tell what the column "Narration" is.',
        reading: body.columns ? read : null,
      }),
    );
    given.answer(sendStatement, () =>
      anAnswer({
        id: 'one',
        organisation: 'Kaduna' as const,
        gateway: 'PayKaduna',
        whose: 'bank' as const,
        ...days,
        source: 'sent' as const,
        state: 'waiting' as const,
        sentBy: 'Amina Yero',
        sender: 'somebody',
        sentAt: nothing.asAt,
        decidedBy: null,
        decidedAt: null,
        refusal: '',
        lines: 3,
        amount: 15_000,
        without: 1,
        unmatched: 2,
      }),
    );
  });
  const file = new File(['Trans. Date,Narration,Credits'], 'bank.csv', { type: 'text/csv' });
  await user.upload(
    await screen.findByLabelText(/^Statement from the payment gateway or the bank/),
    file,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Contents of the columns' }));
  const readOn = () => user.click(dialog.getByRole('button', { name: 'Read the statement' }));
  await readOn();
  expect(dialog.getByText('Select what 1 more column contains.')).toBeTruthy();
  expect(server.calls(readColumns)).toHaveLength(1);

  await user.click(dialog.getByRole('combobox', { name: 'Narration' }));
  await user.click(await screen.findByRole('option', { name: roleWords.text }));
  expect(
    dialog.getByText('Hanya will search the description of each line for a bill.'),
  ).toBeTruthy();
  await readOn();

  const check = within(await screen.findByRole('dialog', { name: 'Check the statement' }));
  expect(check.getByText(/^3 payments, ₦15,000/)).toBeTruthy();
  expect(check.getByText(/^2 payments do not match any of your bills/)).toBeTruthy();
  expect(check.getByText('No bill: CASH DEPOSIT')).toBeTruthy();
  expect(check.getByText('BANK CHARGE')).toBeTruthy();
  expect(check.getByText('Showing 2 of 3 lines. Lines without a bill come first.')).toBeTruthy();
  expect(server.calls(sendStatement)).toEqual([]);
  const whose = check.getByRole<HTMLInputElement>('combobox', { name: 'Whose statement is it?' });
  expect(whose.value).toBe('PayKaduna: settlement report');
  check.getByText('Hanya will compare each bill with the payments through PayKaduna.');
  await user.click(whose);
  await user.click(await screen.findByRole('option', { name: 'The bank: account statement' }));
  check.getByText(
    'Hanya will compare the statement’s total for each day with its own total and with PayKaduna’s.',
  );
  await user.click(check.getByRole('button', { name: 'Send the statement' }));
  expect(await screen.findByText(/^Hanya has the statement for .*: 3 lines/)).toBeTruthy();
  expect(server.calls(sendStatement)).toMatchObject([
    { body: { columns: ['date', 'text', 'credit'], whose: 'bank' } },
  ]);
});
