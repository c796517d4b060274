import { expect, test, vi } from 'vitest';
import { isChangeUnderWay, noteKept, noteUnderWay, unsentCount } from '#web/api/unsent.ts';

test('a change is under way until its answer comes, however soon', () => {
  expect(isChangeUnderWay()).toBe(false);
  const [endOne, endOther] = [noteUnderWay(), noteUnderWay()];
  endOne();
  // A second call changes nothing.
  endOne();
  expect(isChangeUnderWay()).toBe(true);
  endOther();
  expect(isChangeUnderWay()).toBe(false);
});

test('a change counts as unsent after three seconds without an answer, until it comes', () => {
  vi.useFakeTimers();
  const answered = noteUnderWay();
  vi.advanceTimersByTime(2_999);
  expect(unsentCount()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(unsentCount()).toBe(1);
  answered();
  answered();
  expect(unsentCount()).toBe(0);
  const atOnce = noteUnderWay();
  atOnce();
  vi.advanceTimersByTime(3_000);
  expect(unsentCount()).toBe(0);
  vi.useRealTimers();
});

test('a record that the device keeps counts once, also while it is on its way', () => {
  vi.useFakeTimers();
  noteKept(1);
  const answered = noteUnderWay(true);
  vi.advanceTimersByTime(3_000);
  expect(unsentCount()).toBe(1);
  expect(isChangeUnderWay()).toBe(true);
  answered();
  noteKept(0);
  expect(unsentCount()).toBe(0);
  vi.useRealTimers();
});
