import { expect, test } from 'vitest';
import { hasRoom, shownTo } from '#server/features/live/rules.ts';

const megabytes = (count: number) => count * 1024 * 1024;
const roomy = { heapUsed: megabytes(200), heapLimit: megabytes(2_000), available: megabytes(900) };

test('streams are taken while heap and machine have memory to spare, however many they are', () => {
  expect(hasRoom(roomy)).toBe(true);
  expect(hasRoom({ ...roomy, heapUsed: megabytes(1_500) })).toBe(false);
  expect(hasRoom({ ...roomy, available: megabytes(100) })).toBe(false);
});

test('a change of a kind is told to those whose role sees the kind', () => {
  const place = { organisation: 'Kaduna', zone: 'Zaria', demo: false };
  const change = { ...place, record_type: 'collision', change: 'recorded', isOpen: true } as const;
  const scope = { organisation: 'Kaduna', zone: null, demo: 'excluded' } as const;
  const who = { scope, seesPaid: true };
  expect(shownTo({ ...who, sees: ['booking', 'collision'] }, change, false)).toBe('whole');
  expect(shownTo({ ...who, sees: ['booking'] }, change, false)).toBe('nothing');
});
