import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readMap } from '#contract/map.ts';
import { openApp } from './support/open-app.tsx';

const records = { bookings: [], collisions: [], total: 3, withPosition: 0 };

test.each([
  ['operator', 'Last 30 days, unpaid bookings only'],
  ['zonal head', 'Last 30 days'],
] as const)('the map of an %s says what it counts: %s', async (role, words) => {
  openApp('/', role, (server) => {
    server.answer(readMap, () => ({ success: true as const, data: records }));
  });
  expect(await screen.findByText(new RegExp(`^${words}:`))).toBeTruthy();
});
