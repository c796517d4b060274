import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readBooking } from '#contract/bookings.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { type PaymentException, readException } from '#contract/exceptions.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, anAnswer } from './support/records.ts';
import { many, pageOf, rowTexts, shownRows } from './support/rows.ts';

const anException = (
  number: number,
  changes: Partial<PaymentException> = {},
): PaymentException => ({
  id: `exception-${number}`,
  kind: 'other amount',
  state: 'open',
  story: `₦${number} was paid for a bill of ₦12,000.`,
  foundAt: '2026-11-20T10:00:00.000Z',
  organisation: 'Kaduna',
  zone: 'Zaria',
  booking: { _id: 'BOOKING', registration: 'ABC-123DE', price: 12_000 },
  gateway: 'PayKaduna',
  billRef: `BILL-${number}`,
  amount: number,
  receipt: '',
  settlement: null,
  refund: null,
  closedAt: null,
  ...changes,
});

const settled = anException(90, { state: 'settled', closedAt: '2026-11-20T11:00:00.000Z' });
const all = [...many(12, anException), settled];

/** How many of these are in each state. */
function sizesOf(those: readonly PaymentException[]) {
  const sizeOf = (name: PaymentException['state']) => ({
    total: those.filter(({ state }) => state === name).length,
  });
  return anAnswer({
    open: sizeOf('open'),
    proposed: sizeOf('proposed'),
    settled: sizeOf('settled'),
  });
}

afterEach(() => {
  vi.useRealTimers();
});

function answerAll(server: FakeServer): void {
  server.answer(exceptionRegister.list, ({ query }) =>
    pageOf(
      all.filter(({ state }) => state === (query.state ?? state)),
      query,
    ),
  );
  server.answer(exceptionRegister.sizes, () => sizesOf(all));
  server.answer(readException, ({ params }) => {
    const data = all.find(({ id }) => id === params.id);
    return data
      ? { success: true as const, data }
      : { status: 404, error: 'There is no such exception.' };
  });
}

test('an observer reads exceptions without a step to take', async () => {
  openApp('/exceptions?open=exception-1', 'observer', answerAll);
  const panel = await screen.findByRole('dialog', { name: 'Different amount paid, ABC-123DE' });
  expect(panel.textContent).toContain('A state admin can settle it.');
  expect(within(panel).queryByRole('button', { name: 'Settle' })).toBeNull();
});

test('no exception that fits the filters is not the same as none at all', async () => {
  openApp('/exceptions?zone=Kaura', 'state admin', (server) => {
    answerAll(server);
    server.answer(exceptionRegister.list, ({ query }) => pageOf([], query));
  });
  expect(await screen.findByText('Nothing matches with 1 filter.')).toBeTruthy();
  expect(screen.queryByText(/are in order/)).toBeNull();
});

test('whoever may not see exceptions is led to the dashboard', async () => {
  const { address } = openApp('/exceptions', 'booking officer');
  await waitFor(() => expect(address()).toBe('/'));
});

test('the exceptions are shown by state and by page, and both stand in the address', async () => {
  const { user, address, server } = openApp('/exceptions', 'state admin', answerAll);
  await waitFor(() => expect(shownRows()).toHaveLength(10));
  expect(rowTexts()[0]).toContain('₦12 was paid');
  const states = screen.getByRole('navigation', { name: 'Status' });
  const tabs = within(states).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Open12', 'To confirm0', 'Settled1']);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(shownRows()).toHaveLength(2));
  expect(address()).toBe('/exceptions?page=2');
  await user.click(within(states).getByRole('link', { name: /^Settled/ }));
  await waitFor(() => expect(shownRows()).toHaveLength(1));
  expect(address()).toBe('/exceptions?state=settled');
  await user.click(within(states).getByRole('link', { name: /^To confirm/ }));
  expect(await screen.findByText('There are no settlements to confirm.')).toBeTruthy();
  expect(server.calls(exceptionRegister.list).at(-1)?.sent).not.toHaveProperty('organisation');
});

test('an exception that somebody else settled leaves the list by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  const open = new Set(['exception-1', 'exception-2']);
  const left = () => all.filter(({ id }) => open.has(id));
  openApp('/exceptions', 'state admin', (server) => {
    server.answer(exceptionRegister.list, ({ query }) => pageOf(left(), query));
    server.answer(exceptionRegister.sizes, () => sizesOf(left()));
  });
  await waitFor(() => expect(shownRows()).toHaveLength(2));
  open.delete('exception-2');
  vi.advanceTimersByTime(30_000);
  await waitFor(() => expect(rowTexts()).toEqual([expect.stringContaining('₦1 was paid')]));
  const states = screen.getByRole('navigation', { name: 'Status' });
  await waitFor(() => expect(within(states).getByRole('link', { name: 'Open1' })).toBeTruthy());
});

test('a list that is asked again in vain keeps its rows and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  const now = { fails: false };
  openApp('/exceptions', 'state admin', (server) =>
    server.answer(exceptionRegister.list, ({ query }) =>
      now.fails
        ? { status: 500, error: 'The server failed.' }
        : pageOf(many(2, anException), query),
    ),
  );
  await waitFor(() => expect(shownRows()).toHaveLength(2));
  now.fails = true;
  vi.advanceTimersByTime(30_000);
  expect(
    await screen.findByText('The rows below may be out of date.', { exact: false }),
  ).toBeTruthy();
  expect(shownRows()).toHaveLength(2);
});

test.each([
  ['state admin', 'Settle this', true],
  ['observer', 'A state admin must settle this', false],
] as const)(
  'the booking of an open exception leads the %s to it, as the next step for whoever may take it',
  async (role, words, isNext) => {
    const booking = aBooking();
    openApp(`/unpaid?open=${booking._id}`, role, (server) => {
      answersNothing(server);
      server.answer(readBooking, () => anAnswer(booking));
      server.answer(exceptionRegister.list, ({ query }) => pageOf([anException(1)], query));
    });
    const link = await screen.findByRole('link', { name: words });
    expect(link.getAttribute('href')).toContain('exception-1');
    expect(link.className.includes('primary')).toBe(isNext);
  },
);
