import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boundConnections } from '#server/http/bound-connections.ts';

const times = { shortMs: 60_000, windowMs: 30_000, leastBytes: 1_000 };
const form = 'multipart/form-data';
const part = 'application/offset+octet-stream';
const long = 100_000;

let server: FastifyInstance;
let received = 0;
const sockets: Socket[] = [];

beforeEach(async () => {
  // The bounds keep time by these; the system's own clocks go on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  received = 0;
  server = Fastify();
  server.addContentTypeParser([form, part, 'application/json'], (_request, body, done) => {
    body
      .on('data', ({ length }: Buffer) => {
        received += length;
      })
      .on('error', () => undefined)
      .on('end', () => {
        done(null, {});
      });
  });
  boundConnections(server, times);
  server.post('/', () => 'taken');
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** A call of which the head has been sent. */
function begin(type: string, length: number | 'unsaid'): Socket {
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  const size = length === 'unsaid' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${size}\r\n\r\n`);
  return socket;
}

/** Sends so many bytes of the body, and waits until they have arrived. */
async function sendOn(socket: Socket, bytes: number): Promise<void> {
  const all = received + bytes;
  socket.write(' '.repeat(bytes));
  while (received < all) await turn();
}

const kinds = [
  ['JSON', 'application/json', 5_000],
  ['JSON that is long', 'application/json', long],
  ['a short form', form, 5_000],
  ['a short form whose type is in capitals', form.toUpperCase(), 5_000],
  ['a short part of a file', part, 5_000],
  ['a long form', form, long],
  ['a long part of a file', part, long],
] as const;

test.each(kinds)('%s of which no more comes is cut off', async (_what, type, length) => {
  const socket = begin(type, length).resume();
  const closed = once(socket, 'close');
  await sendOn(socket, 1);
  vi.advanceTimersByTime(times.shortMs);
  await closed;
});

test.each(kinds)('%s that comes byte by byte is cut off', async (_what, type, length) => {
  const socket = begin(type, length).resume();
  const closed = once(socket, 'close');
  await sendOn(socket, 1);
  vi.advanceTimersByTime(times.windowMs - 1);
  await sendOn(socket, 1);
  vi.advanceTimersByTime(times.windowMs + 1);
  await closed;
});

test('a form that says no length is cut off as a long one is', async () => {
  const socket = begin(form, 'unsaid').resume();
  const closed = once(socket, 'close');
  socket.write('1\r\n');
  await sendOn(socket, 1);
  vi.advanceTimersByTime(times.windowMs);
  await closed;
});

test.each([
  ['a form', form],
  ['a part of a file', part],
])('%s may take as long as it likes while enough of it comes', async (_what, type) => {
  const socket = begin(type, long);
  const answered = once(socket, 'data') as Promise<[Buffer]>;
  // What comes with the head is of no window.
  await sendOn(socket, times.leastBytes);
  for (let left = long - times.leastBytes; left > 0; left -= times.leastBytes) {
    await sendOn(socket, times.leastBytes);
    vi.advanceTimersByTime(times.windowMs);
  }
  expect((await answered)[0].toString()).toMatch(/^HTTP\/1.1 200 /);
});

test('a body that came in time leaves its connection to the next one', async () => {
  const socket = begin(form, long);
  const answered = once(socket, 'data');
  await sendOn(socket, long);
  await answered;
  vi.advanceTimersByTime(times.shortMs);
  const again = once(socket, 'data') as Promise<[Buffer]>;
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  expect((await again)[0].toString()).toMatch(/^HTTP\/1.1 200 /);
});
