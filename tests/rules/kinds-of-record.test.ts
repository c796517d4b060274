import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { hasTrait, offlineRecords, recordsWith } from '#contract/records.ts';
import { viewScreens } from '#contract/views.ts';
import { allParts } from '#server/modules.ts';

const all: readonly Endpoint[] = Object.values(endpoints);

test.each(offlineRecords)('a %s is made at the address that its device sends it to', (kind) => {
  const made = all.find(({ method, path }) => method === 'POST' && path === `/api/v1/${kind}`);
  expect(made).toBeDefined();
  expect(made?.files !== undefined).toBe(hasTrait(kind, 'withFiles'));
});

describe('one part alone', () => {
  test.each([...new Set([...recordsWith('history'), ...recordsWith('noted')])])(
    'reads a %s for its history and look-ups',
    (kind) => {
      expect(allParts.filter(({ reads }) => reads?.[kind])).toHaveLength(1);
    },
  );

  test.each(recordsWith('live').filter((kind) => kind !== 'booking'))(
    'reads a %s whole for live news',
    (kind) => {
      expect(allParts.filter(({ readsWhole }) => readsWhole?.[kind])).toHaveLength(1);
    },
  );

  test.each(viewScreens)('says what a view of the list %s holds', (screen) => {
    expect(allParts.filter(({ views }) => views?.[screen])).toHaveLength(1);
  });
});
