import { expect, test, vi } from 'vitest';
import { noteServerClock } from '#web/device/server-clock.ts';

test('a storage that is full makes no failure of an answer that tells another time', () => {
  const setItem = vi.fn(() => {
    throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
  });
  vi.stubGlobal('localStorage', { setItem });
  try {
    noteServerClock('Thu, 01 Jan 2026 00:00:00 GMT');
    expect(setItem).toHaveBeenCalledOnce();
  } finally {
    vi.unstubAllGlobals();
  }
});
