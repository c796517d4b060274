import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstYearOf } from '#server/features/statistics/queries.ts';
import { dayOf } from '#server/time.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('reports begin with the year in Lagos of the oldest booking, which is this year where there is none', async () => {
  const first = (demo: boolean) => firstYearOf(app.db, { demo });
  expect(await first(true)).toBe(Number(dayOf(new Date()).slice(0, 4)));
  const { id } = await makeAccount(app.db, 'booking officer');
  const at = (created_at: string, more: object = {}) =>
    storeBooking(app.db, id, { created_at: new Date(created_at), ...more });
  // A quarter past midnight of the new year, in Lagos.
  await at('2024-12-31T23:15:00Z', { organisation: 'Ogun', zone: 'Sagamu' });
  await at('2026-03-01T12:00:00Z');
  await at('2022-03-01T12:00:00Z', { demo: true });
  expect(await first(false)).toBe(2025);
  expect(await first(true)).toBe(2022);
});
