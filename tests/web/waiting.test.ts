import { expect, test } from 'vitest';
import { alsoWaits, nothingIsWaiting, startWaiting } from '#web/api/waiting.ts';

test('a page is not replaced while a change is on its way, however short', () => {
  expect(nothingIsWaiting()).toBe(true);
  const [stopOne, stopOther] = [startWaiting(), startWaiting()];
  stopOne();
  // Once is enough, and twice is no more.
  stopOne();
  expect(nothingIsWaiting()).toBe(false);
  stopOther();
  expect(nothingIsWaiting()).toBe(true);
});

test('nor while anybody else says that something waits', () => {
  let isWaiting = true;
  const stopAsking = alsoWaits(() => isWaiting);
  expect(nothingIsWaiting()).toBe(false);
  isWaiting = false;
  expect(nothingIsWaiting()).toBe(true);
  isWaiting = true;
  stopAsking();
  expect(nothingIsWaiting()).toBe(true);
});
