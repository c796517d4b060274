import { once } from 'node:events';
import { createServer } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';

/**
 * What the host of the map's style does: `bare` answers with a style that needs no tiles, `tiles`
 * with one whose tiles come too, `away` hangs up, the others fail as their name says.
 */
export type MapHostMode = 'bare' | 'tiles' | 'style refused' | 'tiles refused' | 'away';

/** Stands in for the map's host, on a port of its own: no test asks anybody outside for anything. */
export interface MapHost {
  readonly url: string;
  /** The address of its dark style, as `MAP_STYLE_URL`. */
  readonly styleUrl: string;
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
    if (path === '/styles/dark') {
      if (host.does === 'style refused') return nothing(401);
      const said = JSON.stringify(style(url, host.does !== 'bare'));
      return { status: 200, type: 'application/json', body: said };
    }
    if (host.does === 'tiles refused') return nothing(403);
    return { status: 200, type: 'image/png', body: onePixel };
  }

  const host: MapHost = {
    url,
    styleUrl: `${url}/styles/dark`,
    does: 'bare',
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

const style = (host: string, tiled: boolean) => ({
  version: 8,
  // A style may say where it would begin; the map opens elsewhere.
  center: [3.4, 6.5],
  zoom: 5,
  sources: tiled
    ? {
        tiles: {
          type: 'raster',
          tileSize: 256,
          tiles: [`${host}/tiles/{z}/{x}/{y}.png`],
          attribution: '<a href="https://maps.example/credit">&copy; Makers of maps</a>',
        },
      }
    : {},
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#0e191f' } },
    ...(tiled ? [{ id: 'tiles', type: 'raster', source: 'tiles' }] : []),
  ],
});

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
