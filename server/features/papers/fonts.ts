import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Overpass as PDF takes it: a fixed file for each weight. The variable files of the screens can't
 * be embedded, and are cut to fewer letters than the names of drivers have. Licence: fonts/OFL.txt.
 */
const files = {
  regular: 'overpass-400.ttf',
  semibold: 'overpass-600.ttf',
  heavy: 'overpass-800.ttf',
  mono: 'overpass-mono-700.ttf',
} as const;

export type Face = keyof typeof files;
export const faces: readonly Face[] = ['regular', 'semibold', 'heavy', 'mono'];

const read = new Map<Face, Buffer>();

/** The bytes of a face, read once. */
export function fontOf(face: Face): Buffer {
  const known = read.get(face);
  if (known) return known;
  const bytes = readFileSync(path.join(import.meta.dirname, 'fonts', files[face]));
  read.set(face, bytes);
  return bytes;
}
