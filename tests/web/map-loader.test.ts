import { expect, test } from 'vitest';
import {
  type LoaderEvent,
  nextLoader,
  notLoaded,
  showsOutlines,
} from '#web/features/map/loader.ts';

const after = (...events: LoaderEvent[]) => events.reduce(nextLoader, notLoaded);
const requested: LoaderEvent = { type: 'requested' };
const tile: LoaderEvent = { type: 'tile loaded' };
const idle: LoaderEvent = { type: 'idle' };
const partFailed = (status: number): LoaderEvent => ({ type: 'part failed', status });
const styleFailed = (status: number): LoaderEvent => ({ type: 'style failed', status });

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

test('a style without tiles is loaded as well', () => {
  expect(after(requested, idle).state).toBe('loaded');
});

test('208d: it has failed when the style or every tile cannot be had', () => {
  expect(after(requested, styleFailed(0)).state).toBe('failed');
  expect(after(requested, styleFailed(500)).state).toBe('failed');
  expect(after(requested, partFailed(0), partFailed(0), idle).state).toBe('failed');
});

test.each([401, 403])(
  '208e, 292: %i for the style or a tile is an auth failure, early or late',
  (status) => {
    expect(after(requested, styleFailed(status)).state).toBe('auth failure');
    expect(after(requested, partFailed(status)).state).toBe('auth failure');
    expect(after(requested, tile, idle, partFailed(status)).state).toBe('auth failure');
  },
);

test('waiting too long is a failure only while nothing can be seen', () => {
  expect(after(requested, { type: 'timed out' }).state).toBe('failed');
  expect(after(requested, tile, { type: 'timed out' }).state).toBe('loaded');
});

test('the plain map stands in for a map that failed or was refused, and no event of it counts', () => {
  const failed = after(requested, styleFailed(0));
  expect(showsOutlines(failed)).toBe(true);
  expect(showsOutlines(after(requested, styleFailed(401)))).toBe(true);
  expect(nextLoader(nextLoader(failed, tile), idle)).toBe(failed);
  expect(showsOutlines(after(requested, tile, idle))).toBe(false);
});

test('it can be asked for again after a failure, from the beginning', () => {
  expect(after(requested, partFailed(0), idle, requested)).toEqual({
    ...notLoaded,
    state: 'loading',
  });
  expect(after(requested, styleFailed(403), requested, tile, idle).state).toBe('loaded');
});

test('without WebGL it has failed, and not even the plain map can be drawn', () => {
  const loader = after(requested, { type: 'cannot draw' });
  expect(loader.state).toBe('failed');
  expect(showsOutlines(loader)).toBe(false);
});
