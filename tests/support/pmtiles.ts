import { gzipSync } from 'node:zlib';

/** An integer as protocol buffers and PMTiles write it. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const field = (number: number, bytes: readonly number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const text = (number: number, said: string) => field(number, [...Buffer.from(said)]);
const whole = (number: number, value: number) => [...varint(number * 8), ...varint(value)];
/** A step of a drawing: back and forth alternate. */
const steps = (...values: number[]) =>
  values.flatMap((value) => varint(value < 0 ? -2 * value - 1 : 2 * value));

const kinds = { earth: 'earth', roads: 'highway', places: 'locality' };

const layer = (
  name: keyof typeof kinds,
  geometry: { type: 1 | 2 | 3; drawn: number[] },
): number[] =>
  field(3, [
    ...text(1, name),
    ...field(2, [
      ...field(2, [0, 0, 1, 1]),
      ...whole(3, geometry.type),
      ...field(4, geometry.drawn),
    ]),
    ...['kind', 'name'].flatMap((key) => text(3, key)),
    ...[kinds[name], 'Tudun Wada'].flatMap((value) => field(4, text(1, value))),
    ...whole(5, 4_096),
    ...whole(15, 2),
  ]);

/** A vector tile that is land all over, with a road across it and a name in the middle. */
const tile = gzipSync(
  Buffer.from([
    ...layer('earth', {
      type: 3,
      drawn: [9, ...steps(0, 0), 26, ...steps(4_096, 0, 0, 4_096, -4_096, 0), 15],
    }),
    ...layer('roads', { type: 2, drawn: [9, ...steps(0, 2_048), 10, ...steps(4_096, 0)] }),
    ...layer('places', { type: 1, drawn: [9, ...steps(2_048, 2_000)] }),
  ]),
);

/**
 * A PMTiles archive of the zooms 0 to `maxZoom`, the same tile everywhere, for the whole world:
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.
 */
export function pmtilesOf({
  layers = ['earth', 'roads'],
  tileType = 1,
  maxZoom = 6,
}: { layers?: string[]; tileType?: number; maxZoom?: number } = {}): Buffer {
  const tiles = (4 ** (maxZoom + 1) - 1) / 3;
  // One entry: from tile 0 on, so many in a row, its length, its offset plus one.
  const root = gzipSync(Buffer.from([1, 0, ...varint(tiles), ...varint(tile.length), 1]));
  const said = { vector_layers: layers.map((id) => ({ id, fields: {} })) };
  const metadata = gzipSync(JSON.stringify(said));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  const rootAt = header.length;
  const metadataAt = rootAt + root.length;
  const tilesAt = metadataAt + metadata.length;
  const numbers = [rootAt, root.length, metadataAt, metadata.length, tilesAt, 0, tilesAt];
  [...numbers, tile.length, tiles, 1, 1].forEach((value, place) =>
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * place),
  );
  // Clustered; the directories and the tiles by gzip.
  header.set([1, 2, 2, tileType, 0, maxZoom], 96);
  [-180, -85, 180, 85].forEach((degrees, place) =>
    header.writeInt32LE(degrees * 1e7, 102 + 4 * place),
  );
  return Buffer.concat([header, root, metadata, tile]);
}
