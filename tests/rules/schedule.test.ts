import { describe, expect, test } from 'vitest';
import { sweepAfter } from '#server/features/payments/schedule.ts';

describe('the first sweep that asks about a bill again', () => {
  test.each([
    ['10:00:01', '10:15:00'],
    ['10:04:59', '10:15:00'],
    // Exactly ten minutes are not more than ten.
    ['10:05:00', '10:20:00'],
    ['23:51:00', '00:05:00'],
  ])('after one at %s comes at %s', (asked, again) => {
    const at = new Date(`2026-11-20T${asked}.000Z`);
    const next = sweepAfter(at, 10).toISOString();
    expect(next.slice(11, 19)).toBe(again);
    expect(next.slice(0, 10)).toBe(again < asked ? '2026-11-21' : '2026-11-20');
  });
});
