import { expect, test } from 'vitest';
import {
  type LoaderEvent,
  nextLoader,
  notLoaded,
  showsOutlines,
} from '#web/features/map/loader.ts';

const after = (...events: LoaderEvent[]) => events.reduce(nextLoader, notLoaded);
const asked: LoaderEvent = { type: 'asked' };
const tile: LoaderEvent = { type: 'tile came' };
const settled: LoaderEvent = { type: 'settled' };
const partMissed = (status: number): LoaderEvent => ({ type: 'part missed', status });
const styleMissed = (status: number): LoaderEvent => ({ type: 'style missed', status });

test('the map isn’t loaded until it is asked for, and loads then', () => {
  expect(notLoaded.state).toBe('not loaded');
  expect(after(tile, settled).state).toBe('not loaded');
  expect(after(asked).state).toBe('loading');
});

test('it is loaded once all has settled, though a few tiles are lost', () => {
  expect(after(asked, tile, settled).state).toBe('loaded');
  expect(after(asked, partMissed(500), tile, settled).state).toBe('loaded');
  expect(after(asked, tile, settled, partMissed(0), settled).state).toBe('loaded');
});

test('a style without tiles is loaded as well', () => {
  expect(after(asked, settled).state).toBe('loaded');
});

test('it has failed when the style or every tile cannot be had', () => {
  expect(after(asked, styleMissed(0)).state).toBe('failed');
  expect(after(asked, styleMissed(500)).state).toBe('failed');
  expect(after(asked, partMissed(0), partMissed(0), settled).state).toBe('failed');
});

test.each([401, 403])('%i for the style or a tile is an auth failure, early or late', (status) => {
  expect(after(asked, styleMissed(status)).state).toBe('auth failure');
  expect(after(asked, partMissed(status)).state).toBe('auth failure');
  expect(after(asked, tile, settled, partMissed(status)).state).toBe('auth failure');
});

test('waiting too long is a failure only while nothing can be seen', () => {
  expect(after(asked, { type: 'gave up' }).state).toBe('failed');
  expect(after(asked, tile, { type: 'gave up' }).state).toBe('loaded');
});

test('the plain map stands in for a map that failed or was refused, and no event of it counts', () => {
  const failed = after(asked, styleMissed(0));
  expect(showsOutlines(failed)).toBe(true);
  expect(showsOutlines(after(asked, styleMissed(401)))).toBe(true);
  expect(nextLoader(nextLoader(failed, tile), settled)).toBe(failed);
  expect(showsOutlines(after(asked, tile, settled))).toBe(false);
});

test('it can be asked for again after a failure, from the beginning', () => {
  expect(after(asked, partMissed(0), settled, asked)).toEqual({ ...notLoaded, state: 'loading' });
  expect(after(asked, styleMissed(403), asked, tile, settled).state).toBe('loaded');
});

test('without WebGL it has failed, and not even the plain map can be drawn', () => {
  const loader = after(asked, { type: 'cannot draw' });
  expect(loader.state).toBe('failed');
  expect(showsOutlines(loader)).toBe(false);
});
