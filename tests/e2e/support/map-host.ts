import { once } from 'node:events';
import { createServer } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';

/** What the host of the map's tiles does: `away` hangs up, `refused` is what it says to the key. */
export type MapHostMode = 'tiles' | 'refused' | 'away';

/** Stands in for the map's host, on a port of its own: no test asks anybody outside for anything. */
export interface MapHost {
  readonly url: string;
  /** Its address template, as `MAP_TILES_URL`. */
  readonly tilesUrl: string;
  does: MapHostMode;
  /** What its answers wait for. */
  held: Promise<unknown> | undefined;
  close(): void;
}

export async function startMapHost(): Promise<MapHost> {
  const server = createServer((request, response) => {
    void answer((request.url ?? '/').replace(/\?.*/, '')).then(({ status, type, body }) => {
      if (status === 0) return request.socket.destroy();
      const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };
      return response.writeHead(status, { ...headers, 'content-type': type }).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  const url = `http://127.0.0.1:${address.port}`;

  async function answer(path: string): Promise<Answer> {
    await host.held;
    if (host.does === 'away') return nothing(0);
    if (host.does === 'refused') return nothing(403);
    if (!path.endsWith('.png')) return { status: 200, type: 'text/plain', body: 'no tile' };
    return { status: 200, type: 'image/png', body: onePixel };
  }

  const host: MapHost = {
    url,
    tilesUrl: `${url}/dark/{z}/{x}/{y}.png?key=secret`,
    does: 'tiles',
    held: undefined,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return host;
}

interface Answer {
  status: number;
  type: string;
  body: string | Buffer;
}

const nothing = (status: number): Answer => ({ status, type: 'text/plain', body: '' });

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture of one dark pixel. */
const onePixel = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
  chunk('IDAT', deflateSync(Buffer.from([0, 0x0e, 0x19, 0x1f]))),
  chunk('IEND', Buffer.alloc(0)),
]);
