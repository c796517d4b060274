import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { call, setToken } from '#web/api/call.ts';
import { currentLogPosition, noteLogPosition } from '#web/api/position.ts';
import { streamParser } from '#web/live/stream.ts';

const anyAnswer = { permission: 'public', response: z.object({}) } as const;
const change = endpoint({ method: 'POST', path: '/x', audit: 'booking.made', ...anyAnswer });
const read = endpoint({ method: 'GET', path: '/x', audit: null, ...anyAnswer });

afterEach(() => {
  setToken(null);
  vi.unstubAllGlobals();
});

test('the highest position that was told is kept, by its size and not by its letters', () => {
  expect(currentLogPosition()).toBeNull();
  noteLogPosition(null);
  noteLogPosition('0/FFFFFFFF');
  noteLogPosition('nonsense');
  noteLogPosition('0/9');
  expect(currentLogPosition()).toBe('0/FFFFFFFF');
  noteLogPosition('1/0');
  noteLogPosition('A/0');
  noteLogPosition('9/FFFFFFFF');
  expect(currentLogPosition()).toBe('A/0');
});

test('a read sends how far the changes before it were told to reach, until the session ends', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (_address: string, { headers, method }: RequestInit) => {
    sent.push(new Headers(headers).get('x-hanya-position'));
    const told = method === 'POST' ? { 'x-hanya-position': '0/2A' } : {};
    return Promise.resolve(new Response('{}', { headers: told }));
  });
  await call(read);
  await call(change);
  await call(read);
  setToken(null);
  await call(read);
  expect(sent).toEqual([null, null, '0/2A', null]);
});

test('the live stream tells how far one must read before it tells of what changed', () => {
  const known: (string | null)[] = [];
  const parse = streamParser({
    said: () => known.push(currentLogPosition()),
    reached: () => known.push(currentLogPosition()),
  });
  parse(': position 0/10\nretry: 2000\nid: e-1-0\n\n');
  parse(': position 0/20\nevent: reset\nid: e-2-1\ndata: {"type":"reset"}\n\n');
  expect(known).toEqual(['0/10', '0/20', '0/20']);
});
