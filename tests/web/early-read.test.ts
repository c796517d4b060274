import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeEarlyRead } from '#web/api/early-read.ts';
import { tellNews } from '#web/live/events.ts';

const path = '/api/v1/dashboard';
const response = Promise.resolve(new Response('{}'));

beforeEach(() => {
  globalThis.hanyaEarlyRead = { path, token: 'mine', response };
});
afterEach(() => {
  globalThis.hanyaEarlyRead = undefined;
});

test('an early read answers the call of its path, once', () => {
  expect(takeEarlyRead('/api/v1/booking', 'mine')).toBeNull();
  expect(takeEarlyRead(path, 'mine')).toBe(response);
  expect(takeEarlyRead(path, 'mine')).toBeNull();
});

test('an early read of somebody else answers nobody', () => {
  expect(takeEarlyRead(path, 'another')).toBeNull();
  expect(takeEarlyRead(path, 'mine')).toBeNull();
});

test('an early read that nobody has taken answers nobody once there are news', () => {
  tellNews({ type: 'reset' });
  expect(takeEarlyRead(path, 'mine')).toBeNull();
});
