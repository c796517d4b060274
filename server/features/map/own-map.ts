import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { PMTiles, TileType } from 'pmtiles';
import type { Config } from '#server/config/config.ts';
import { sendRanged } from '#server/http/ranged.ts';
import { namesUnknown, ownAreas, UnusableFile } from './rules.ts';

/** Bytes of a file of areas: a phone fetches it. */
const largestAreas = 5_000_000;
/** PMTiles keeps its header and first directory within so many bytes. */
const beginning = 16_384;
/** Layers without which the style of Protomaps draws nothing. */
const layersNeeded = ['earth', 'roads'];

interface Tiles {
  /** Held open: a file put in its place is read at the next start. */
  readonly handle: FileHandle;
  readonly bytes: number;
  readonly revision: string;
}

type OwnMap = Awaited<ReturnType<typeof openOwnMap>>;

/**
 * Reads the installation's own map, as far as it has one that can be used: tiles, GeoJSON of areas,
 * and a sentence for each file that can't be used, or not all of it.
 */
export async function openOwnMap({ mapFile, areasFile }: Config) {
  const faults: string[] = [];
  async function tried<T>(
    name: string,
    file: string | undefined,
    read: (file: string) => Promise<T>,
  ) {
    if (file === undefined) return undefined;
    try {
      return await read(file);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why = error instanceof UnusableFile ? message : `cannot be read (${code ?? message})`;
      faults.push(`${name} ${why}. The map works without ${file}.`);
      return undefined;
    }
  }
  const tiles = await tried('MAP_FILE', mapFile, openTiles);
  const areas = await tried('AREAS_FILE', areasFile, readAreas);
  if (areas && areas.unknown.length > 0)
    faults.push(`AREAS_FILE ${namesUnknown(areas.unknown)}. The map shows the other areas.`);
  return { tiles, areas: areas?.text, faults };
}

/** The sentence for each file of the map that can't be used. */
export async function ownMapFaults(config: Config): Promise<readonly string[]> {
  const { tiles, faults } = await openOwnMap(config);
  await tiles?.handle.close();
  return faults;
}

/** The areas of a file. Throws where it can't be used. */
export async function readAreas(file: string) {
  if ((await stat(file)).size > largestAreas)
    throw new UnusableFile('has more than 5 MB, so simplify its outlines first');
  const { areas, unknown } = ownAreas(await readFile(file, 'utf8'));
  return { text: JSON.stringify(areas), unknown };
}

async function openTiles(file: string): Promise<Tiles> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const getBytes = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    };
    await whyUnusable(new PMTiles({ getBytes, getKey: () => file }), size);
    const { data } = await getBytes(0, beginning);
    const hash = createHash('sha256').update(`${size} `).update(new Uint8Array(data));
    return { handle, bytes: size, revision: hash.digest('hex').slice(0, 16) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function whyUnusable(archive: PMTiles, size: number): Promise<void> {
  const header = await archive.getHeader().catch(() => {
    throw new UnusableFile('is not a PMTiles archive');
  });
  const { tileDataOffset, tileDataLength = 0 } = header;
  if (size < tileDataOffset + tileDataLength)
    throw new UnusableFile('ends before its last tile, so copy it again');
  if (header.tileType !== TileType.Mvt) throw new UnusableFile('has no vector tiles');
  const said = (await archive.getMetadata().catch(() => null)) as {
    readonly vector_layers?: readonly { readonly id: string }[];
  } | null;
  const layers = (said?.vector_layers ?? []).map(({ id }) => id);
  if (!layersNeeded.every((layer) => layers.includes(layer)))
    throw new UnusableFile(
      "was not cut from Protomaps' basemap, because it does not have the layers earth and roads",
    );
}

const lasting = { 'cache-control': 'public, max-age=31536000, immutable' };

/**
 * Serves the installation's own map, which is as public as the scripts are, and returns the
 * addresses of its parts; '' for one that isn't there. They change with what they hold.
 */
export function serveOwnMap(server: FastifyInstance, { tiles, areas }: OwnMap) {
  if (tiles) {
    const { handle, bytes, revision } = tiles;
    server.get('/own-map/tiles.pmtiles', { compress: false }, (request, reply) =>
      sendRanged(request, reply, {
        etag: `"${revision}"`,
        bytes,
        headers: { ...lasting, 'content-type': 'application/octet-stream' },
        open: (range) => handle.createReadStream({ ...range, autoClose: false }),
      }),
    );
    server.addHook('onClose', () => handle.close());
  }
  if (areas !== undefined) {
    server.get('/own-map/areas.json', (_request, reply) =>
      reply.headers(lasting).type('application/json; charset=utf-8').send(areas),
    );
  }
  const revisionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
  return {
    mapTiles: tiles ? `/own-map/tiles.pmtiles?v=${tiles.revision}` : '',
    mapAreas: areas === undefined ? '' : `/own-map/areas.json?v=${revisionOf(areas)}`,
  };
}
