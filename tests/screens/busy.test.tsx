import { renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import type { FailedCall } from '#web/api/call-failure.ts';
import { useTriedAgain } from '#web/api/tried-again.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, bookingsOf, many, rowTexts } from './support/rows.ts';

const refused = (code: string, status = 503): FailedCall => ({
  message: 'Not now.',
  code,
  status,
  fields: {},
});

describe('what a busy server could not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('is asked again after pauses that double up to a minute, and soon again once it was answered', () => {
    const again = vi.fn<() => void>();
    const { rerender, unmount } = renderHook<undefined, { failure: FailedCall | null }>(
      ({ failure }) => {
        useTriedAgain(failure, again);
        return undefined;
      },
      { initialProps: { failure: refused('busy') } },
    );
    const triedAfter = (seconds: number) => {
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      const early = again.mock.calls.length;
      vi.advanceTimersByTime(1);
      return again.mock.calls.length - early;
    };
    for (const seconds of [2, 4, 8, 16, 32, 60, 60]) {
      expect(triedAfter(seconds)).toBe(1);
      rerender({ failure: refused('busy') });
    }
    rerender({ failure: null });
    rerender({ failure: refused('away') });
    expect(triedAfter(2)).toBe(1);
    rerender({ failure: refused('busy') });
    unmount();
    vi.advanceTimersByTime(600_000);
    expect(again).toHaveBeenCalledTimes(8);
  });

  test.each([
    refused('too_slow'),
    refused('disk_full'),
    refused('out_of_scope', 403),
    refused('invalid', 400),
    refused('unexpected', 500),
  ])('is nothing else: $code waits for a person', (failure) => {
    const again = vi.fn<() => void>();
    renderHook(() => useTriedAgain(failure, again));
    vi.advanceTimersByTime(600_000);
    expect(again).not.toHaveBeenCalled();
  });
});

const busy = { status: 503, code: 'busy', error: 'The server is busy. Try again in a moment.' };

test('a list that was refused by a busy server says so and appears by itself', async () => {
  const rows = many(3, aBooking);
  let asked = 0;
  openApp('/paid', 'state admin', (given) =>
    given.answer(listBookings, ({ query }) => {
      asked += 1;
      return asked === 1 ? busy : bookingsOf(rows, query);
    }),
  );
  expect(await screen.findByText('The server is busy. Hanya is trying again.')).toBeTruthy();
  await waitFor(() => expect(rowTexts()).toHaveLength(3), { timeout: 20_000 });
  await waitFor(() => expect(screen.queryByText(/The server is busy/)).toBeNull());
});

test('a search that took too long says what to do and is not asked again', async () => {
  const { server } = openApp('/paid?search=musa', 'state admin', (given) =>
    given.answer(listBookings, () => ({
      status: 503,
      code: 'too_slow',
      error: 'The search took too long. Narrow it down and try again.',
    })),
  );
  expect(
    await screen.findByText('The search took too long. Narrow it down and try again.'),
  ).toBeTruthy();
  expect(server.calls(listBookings).filter(({ query }) => query._searchname)).toHaveLength(1);
});

test('a record that was refused by a busy server opens by itself', { tags: 'night' }, async () => {
  const [row] = many(1, aBooking);
  if (!row) throw new Error('There is no row.');
  let asked = 0;
  openApp(`/paid?open=${row._id}`, 'state admin', (given) => {
    given.answer(listBookings, ({ query }) => bookingsOf([], query));
    given.answer(readBooking, () => {
      asked += 1;
      return asked === 1 ? busy : { success: true as const, data: row };
    });
  });
  expect(await screen.findByText('The server is busy. Hanya is trying again.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/The server is busy/)).toBeNull(), {
    timeout: 20_000,
  });
  expect(asked).toBe(2);
});
