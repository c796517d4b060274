import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { createLookups } from '#server/features/lookups/commands.ts';
import { countsRows, muchInAnHour } from '#server/features/lookups/rules.ts';
import type { SecurityEvent } from '#server/http/security-events.ts';
import { officer } from './served.ts';

test('an account that is shown more than anybody reads is told of once an hour', () => {
  const isTooMuch = countsRows();
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  expect(isTooMuch('amina', muchInAnHour, at('10:00'))).toBe(false);
  expect(isTooMuch('bello', muchInAnHour, at('10:10'))).toBe(false);
  expect(isTooMuch('amina', 1, at('10:20'))).toBe(true);
  expect(isTooMuch('amina', 100, at('10:59:59'))).toBe(false);
  expect(isTooMuch('amina', muchInAnHour, at('11:00'))).toBe(false);
  expect(isTooMuch('amina', 1, at('11:30'))).toBe(true);
});

test('pages of lists count with their rows, also those that are written down once', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.parse('2026-11-20T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const events: SecurityEvent[] = [];
  const lookups = createLookups(
    {} as Database,
    ['a secret'],
    { error: () => undefined },
    {
      note: (event) => events.push(event),
    },
  );
  for (let page = 0; page <= muchInAnHour / 100; page += 1)
    lookups.note(officer, { kind: 'bookings', rows: 100 });
  expect(events).toEqual([
    {
      kind: 'much read',
      account: 'officer',
      address: '',
      about: 'more than 20000 records in an hour',
    },
  ]);
});
