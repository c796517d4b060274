import { expect, test } from 'vitest';
import { mayReplicaServe, readLogPosition } from '#server/db/reading/positions.ts';

test('a position is read as the bytes that PostgreSQL means by it, and nothing else is one', () => {
  expect(readLogPosition('16/B374D848')).toBe(0x16_b374_d848n);
  expect(readLogPosition('FFFFFFFF/FFFFFFFF')).toBe(2n ** 64n - 1n);
  for (const text of ['', '16', '16/', '1/2/3', '-1/0', '123456789/0', 'x/y', '1/2 '])
    expect(readLogPosition(text)).toBeUndefined();
});

test('a replica serves what it has replayed, is waited for when it is near, and not when it is behind', () => {
  const near = { replayed: 100n, recent: 90n };
  expect(mayReplicaServe(near, undefined)).toBe('yes');
  expect(mayReplicaServe(near, 100n)).toBe('yes');
  expect(mayReplicaServe(near, 101n)).toBe('soon');
  expect(mayReplicaServe({ replayed: 89n, recent: 90n }, undefined)).toBe('no');
  expect(mayReplicaServe({ replayed: 89n, recent: 90n }, 80n)).toBe('no');
});

test('a replica that is away, or not yet known, serves nothing', () => {
  expect(mayReplicaServe({ replayed: undefined, recent: 90n }, undefined)).toBe('no');
  expect(mayReplicaServe({ replayed: 100n, recent: undefined }, 80n)).toBe('no');
});
