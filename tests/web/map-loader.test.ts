import { expect, test } from 'vitest';
import { type LoaderEvent, nextLoader, notLoaded } from '#web/features/map/loader.ts';

const after = (...events: LoaderEvent[]) => events.reduce(nextLoader, notLoaded);
const requested: LoaderEvent = { type: 'requested' };
const tile: LoaderEvent = { type: 'tile loaded' };
const idle: LoaderEvent = { type: 'idle' };
const partFailed = (status: number): LoaderEvent => ({ type: 'part failed', status });

test('208a, 208b: the map isn’t loaded until it is asked for, and loads then', () => {
  expect(notLoaded.state).toBe('not loaded');
  expect(after(tile, idle).state).toBe('not loaded');
  expect(after(requested).state).toBe('loading');
});

test('208c: it is loaded once all has settled, though a few tiles are lost', () => {
  expect(after(requested, tile, idle).state).toBe('loaded');
  expect(after(requested, partFailed(500), tile, idle).state).toBe('loaded');
  expect(after(requested, tile, idle, partFailed(0), idle).state).toBe('loaded');
});

test('208c: without tiles it is loaded once its own ground is drawn', () => {
  expect(after(requested, idle).state).toBe('loaded');
});

test('208d: it has failed when every tile, or its own ground, cannot be had', () => {
  expect(after(requested, partFailed(0), partFailed(0), idle).state).toBe('failed');
  expect(after(requested, partFailed(500), idle).state).toBe('failed');
});

test.each([401, 403])('208e, 292: %i for a tile is an auth failure, early or late', (status) => {
  expect(after(requested, partFailed(status)).state).toBe('auth failure');
  expect(after(requested, tile, idle, partFailed(status)).state).toBe('auth failure');
});

test('waiting too long is a failure only while no tile can be seen', () => {
  expect(after(requested, { type: 'timed out' }).state).toBe('failed');
  expect(after(requested, tile, { type: 'timed out' }).state).toBe('loaded');
});

test('after a failure no event counts but another request, which begins anew', () => {
  const failed = after(requested, partFailed(0), idle);
  expect(nextLoader(nextLoader(failed, tile), idle)).toBe(failed);
  expect(nextLoader(failed, requested)).toEqual({ ...notLoaded, state: 'loading' });
  expect(after(requested, partFailed(403), requested, tile, idle).state).toBe('loaded');
});

test('only without its script can the map not be drawn', () => {
  expect(after(requested, { type: 'script lost' })).toMatchObject({
    state: 'failed',
    canDraw: false,
  });
  expect(after(requested, partFailed(0), idle).canDraw).toBe(true);
});
