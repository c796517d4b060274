import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerAnswered, noteServerUnreachable, useServerBack } from '#web/api/connection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  noteServerAnswered();
  vi.useRealTimers();
});

/** One call that doesn't get through, and another that does. */
function flap(): void {
  noteServerUnreachable();
  noteServerAnswered();
}

test('what waits for the server runs once it is back, and at most every five seconds where it comes and goes', () => {
  const run = vi.fn(flap);
  const { unmount } = renderHook(() => useServerBack(run));
  vi.advanceTimersByTime(1_000);
  expect(run).not.toHaveBeenCalled();
  flap();
  vi.advanceTimersByTime(0);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(4_999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  unmount();
  vi.advanceTimersByTime(20_000);
  expect(run).toHaveBeenCalledTimes(2);
});
