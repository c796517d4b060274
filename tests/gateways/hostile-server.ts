import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** Runs `ask` against a plain loopback server that answers as told. */
export async function against<T>(
  answer: RequestListener,
  ask: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  try {
    return await ask(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

export const saying =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.statusCode = status;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Malformed answers that a gateway should never give; `wrongTypes` has the expected fields. */
export function garbage(wrongTypes: readonly unknown[]): [string, RequestListener][] {
  return [
    ['HTML', saying('<!doctype html><title>Login</title>')],
    ['nothing', saying('')],
    ['null', saying('null')],
    ...wrongTypes.map((body): [string, RequestListener] => ['wrong types', saying(body)]),
    ['far too much', saying(JSON.stringify({ filler: 'x'.repeat(3_000_000) }))],
    [
      'half an answer',
      (_request, response) => void response.write('{"bill"', () => response.destroy()),
    ],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/x' }).end()],
  ];
}
