import { deflateSync, crc32 } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';

/** The host that the style of the live map comes from by default. */
const host = 'https://tiles.openfreemap.org';

/**
 * What the host of the map's style does: `bare` answers with a style that needs no tiles, `tiles`
 * with one whose tiles come too, the others fail as their name says.
 */
export type MapHost = 'bare' | 'tiles' | 'style refused' | 'tiles refused' | 'away';

/** Stands in for the map's host: no test asks anybody outside for anything. */
export async function standInForMap(on: BrowserContext | Page, does: MapHost): Promise<void> {
  const headers = { 'access-control-allow-origin': '*' };
  await on.route(`${host}/**`, async (route) => {
    if (does === 'away') return route.abort('namenotresolved');
    if (route.request().url() === `${host}/styles/dark`) {
      if (does === 'style refused') return route.fulfill({ status: 401, headers });
      return route.fulfill({ headers, json: style(does !== 'bare') });
    }
    if (does === 'tiles refused') return route.fulfill({ status: 403, headers });
    return route.fulfill({ headers, contentType: 'image/png', body: onePixel });
  });
}

const style = (tiled: boolean) => ({
  version: 8,
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
