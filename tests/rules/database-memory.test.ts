import { expect, test } from 'vitest';
import { memorySettings } from '#server/db/embedded/settings.ts';

test.each([
  [200, '128MB', '256MB'],
  [2_048, '512MB', '1536MB'],
  [8_192, '2048MB', '6144MB'],
  [65_536, '4096MB', '49152MB'],
])('of %i MB the database keeps %s and counts on %s', (memoryMb, own, both) => {
  expect(Object.fromEntries(memorySettings(memoryMb))).toEqual({
    shared_buffers: own,
    effective_cache_size: both,
  });
});
