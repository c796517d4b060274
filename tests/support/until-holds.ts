import { vi } from 'vitest';

/** Waits until an expectation holds. By itself Vitest gives up after a second, which a busy machine takes. */
export const untilHolds = <Found>(expected: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(expected, { timeout: 30_000 });
