import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { PMTiles } from 'pmtiles';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { openOwnMap, ownMapFaults, serveOwnMap } from '#server/features/map/own-map.ts';
import { servePages } from '#server/http/pages.ts';
import { pmtilesOf } from '#tests/support/pmtiles.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
function written(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const square = [
  [3.1, 7.1, 12],
  [3.2, 7.1, 12],
  [3.2, 7.2, 12],
  [3.200001, 7.200001, 12],
  [3.1, 7.1, 12],
];
const outlines = (shapeName: unknown, more: object = {}) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { shapeName, shapeISO: '' },
        geometry: { type: 'Polygon', coordinates: [square] },
      },
    ],
    ...more,
  });

const tiles = pmtilesOf();
const MAP_FILE = written('ogun.pmtiles', tiles);
const AREAS_FILE = written('ogun.json', outlines('ABEOKUTA-NORTH', { attribution: '© Surveyors' }));
mkdirSync(join(folder, '.vite'));
written('index.html', '__HANYA_SETTINGS__');
written('.vite/start.json', '{"frame":[],"screens":{},"forms":{}}');

/** The product's pages on an installation with these files. */
async function pagesOf(env: Record<string, string>) {
  const server = Fastify();
  onTestFinished(() => server.close());
  const config = readConfig(env);
  const own = serveOwnMap(server, await openOwnMap(config));
  await servePages(server, config, undefined, own, folder);
  const page = await server.inject({ url: '/' });
  expect(JSON.parse(page.body.replaceAll('&quot;', '"'))).toMatchObject(own);
  return { server, ...own, policy: String(page.headers['content-security-policy']) };
}

test('a state’s own tiles are read a range at a time, kept by browsers, and need no other host', async () => {
  const { server, mapTiles, policy } = await pagesOf({ MAP_FILE });
  expect(policy).toContain("connect-src 'self' ;");
  const asked = (headers: Record<string, string>) => server.inject({ url: mapTiles, headers });
  const archive = new PMTiles({
    getKey: () => mapTiles,
    getBytes: async (offset, length) => {
      const { rawPayload } = await asked({ range: `bytes=${offset}-${offset + length - 1}` });
      return { data: new Uint8Array(rawPayload).buffer };
    },
  });
  expect(await archive.getHeader()).toMatchObject({ maxZoom: 6, tileType: 1 });
  expect((await archive.getZxy(6, 33, 30))?.data.byteLength).toBeGreaterThan(50);

  const some = await asked({ range: 'bytes=0-6', 'accept-encoding': 'gzip' });
  expect([some.statusCode, some.body]).toEqual([206, 'PMTiles']);
  expect(some.headers).toMatchObject({
    'content-range': `bytes 0-6/${tiles.length}`,
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(some.headers.etag).toMatch(/^"\w+"$/);
  expect((await asked({ 'if-none-match': String(some.headers.etag) })).statusCode).toBe(304);
  expect((await asked({ range: `bytes=${tiles.length}-` })).statusCode).toBe(416);
  expect((await server.inject({ url: '/own-map/other' })).statusCode).toBe(404);
});

test('areas of another state have the product’s names, ten metres and their own credit', async () => {
  const { server, mapAreas } = await pagesOf({ AREAS_FILE });
  const answer = await server.inject({ url: mapAreas });
  expect(answer.headers['cache-control']).toContain('immutable');
  expect(answer.json()).toEqual({
    type: 'FeatureCollection',
    attribution: '© Surveyors',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Abeokuta North' },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [3.1, 7.1],
              [3.2, 7.1],
              [3.2, 7.2],
              [3.1, 7.1],
            ],
          ],
        },
      },
    ],
  });
});

test('a local government that nobody knows is left out of the areas, and named', async () => {
  const one = JSON.parse(outlines('Abeokuta North')) as { features: object[] };
  const other = JSON.parse(outlines('Utopia')) as { features: object[] };
  const file = written(
    'some.json',
    JSON.stringify({ features: [...other.features, ...one.features] }),
  );
  const { server, mapAreas } = await pagesOf({ AREAS_FILE: file });
  const { features } = (await server.inject({ url: mapAreas })).json<{ features: object[] }>();
  expect(features).toMatchObject([{ properties: { name: 'Abeokuta North' } }]);
  expect(await ownMapFaults(readConfig({ AREAS_FILE: file }))).toEqual([
    'AREAS_FILE has areas whose names Hanya does not know: Utopia. Spell local governments as on the Users page. The map shows the other areas.',
  ]);
});

test.for([
  [
    'MAP_FILE',
    'nowhere',
    undefined,
    /^MAP_FILE cannot be read \(ENOENT\)\. The map works without /,
  ],
  ['MAP_FILE', 'empty', '', /is not a PMTiles archive/],
  ['MAP_FILE', 'text', 'a page that was saved instead of the file'.repeat(9), /is not a PMTiles/],
  ['MAP_FILE', 'cut', tiles.subarray(0, -9), /ends before its last tile, so copy it again/],
  ['MAP_FILE', 'pictures', pmtilesOf({ tileType: 2 }), /has no vector tiles/],
  ['MAP_FILE', 'others', pmtilesOf({ layers: ['water'] }), /not cut from Protomaps' basemap/],
  ['AREAS_FILE', 'none', undefined, /^AREAS_FILE cannot be read \(ENOENT\)/],
  ['AREAS_FILE', 'open', '{"features": [', /is not JSON/],
  [
    'AREAS_FILE',
    'points',
    '{"features": [{"properties": {}, "geometry": {"type": "Point"}}]}',
    /features\.0\.geometry/,
  ],
  [
    'AREAS_FILE',
    'metres',
    outlines('Egbado North').replaceAll('3.1', '331000'),
    /is not a GeoJSON file of outlines \(see features\.0/,
  ],
  [
    'AREAS_FILE',
    'names',
    outlines('Utopia'),
    /has areas whose names Hanya does not know: Utopia\./,
  ],
  ['AREAS_FILE', 'nameless', outlines(null), /does not know: \(no name\)\./],
  ['AREAS_FILE', 'large', Buffer.alloc(5_000_001, ' '), /has more than 5 MB, so simplify/],
] as const)(
  'a %s that can’t be used is named in one sentence: %s',
  async ([variable, name, content, why]) => {
    const file = content === undefined ? join(folder, name) : written(name, content);
    const faults = await ownMapFaults(readConfig({ [variable]: file }));
    expect(faults).toEqual([expect.stringMatching(why)]);
    expect(faults[0]).toMatch(new RegExp(`^${variable} .+. The map works without .+\\.$`));
  },
);

test('with broken files the map comes from where it came before', async () => {
  const env = {
    MAP_TILES_URL: 'https://maps.example/{z}/{x}/{y}.png?key=abc',
    MAP_FILE: join(folder, 'lost.pmtiles'),
    AREAS_FILE: join(folder, 'lost'),
  };
  const { mapTiles, mapAreas, policy } = await pagesOf(env);
  expect([mapTiles, mapAreas]).toEqual(['', '']);
  expect(policy).toContain('https://maps.example;');
});
