import { type AddressInfo, createServer, type Server } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Availability, watchAvailability } from '#server/db/availability.ts';

let database: Server;
let questions = 0;
let watch: Availability;

/** Refuses everybody in PostgreSQL's own words, which is an answer. */
const refusal = Buffer.from('\0\0\0\0SFATAL\0VFATAL\0C28000\0Mno\0\0');
refusal.writeInt32BE(refusal.length);

beforeEach(async () => {
  questions = 0;
  database = createServer((socket) => {
    questions += 1;
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), refusal])));
  });
  await new Promise<void>((done) => database.listen(0, '127.0.0.1', done));
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  const { port } = database.address() as AddressInfo;
  watch = watchAvailability(`postgres://x@127.0.0.1:${port}/x?sslmode=disable`, {
    say: () => undefined,
  });
});
afterEach(async () => {
  watch.stop();
  vi.useRealTimers();
  await new Promise((done) => database.close(done));
});

/** A connection on which a query takes as long as it is held. */
async function ask(held: Promise<unknown>): Promise<void> {
  const client = { query: () => held, release: () => undefined };
  const pool = { options: {}, on: () => pool, connect: () => Promise.resolve(client) };
  // A stand-in can't have the overloads of the pool's methods.
  const connection = await watch.watched(pool as unknown as pg.Pool).connect();
  void connection.query('select 1');
}

/** Lets so many seconds go by, and whatever is asked meanwhile be answered. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000);
    for (let turns = 0; turns < 40; turns += 1) await turn();
  }
}

test('a query that takes minutes makes one ask again and again, but ever more seldom', async () => {
  await ask(Promise.withResolvers().promise);
  await pass(4);
  expect(questions).toBe(0);
  await pass(3);
  expect(questions).toBe(1);
  await pass(300);
  expect(questions).toBeGreaterThan(3);
  expect(questions).toBeLessThan(9);
  expect(watch.isAway()).toBe(false);
});

test('many long queries are answered for by one question', async () => {
  for (let query = 0; query < 20; query += 1) await ask(Promise.withResolvers().promise);
  await pass(300);
  expect(questions).toBeLessThan(9);
});

test('a query that begins later is asked about in its own time', async () => {
  await ask(Promise.withResolvers().promise);
  await pass(100);
  const before = questions;
  await ask(Promise.withResolvers().promise);
  await pass(8);
  expect(questions).toBeGreaterThan(before);
});

test('quick queries make nobody ask', async () => {
  for (let second = 0; second < 30; second += 1) {
    await ask(Promise.resolve());
    await pass(1);
  }
  expect(questions).toBe(0);
});
