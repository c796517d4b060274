import { parse } from 'range-parser';
import type { ByteRange } from '#server/gateways/file-store.ts';

/** The bits of the parser's answer. */
const malformed = 1;
const unsatisfiable = 2;

/** The one range that a `Range` header asks for; `all` for none or several, `none` beyond the end. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const { code, type, ranges } = parse(size, header ?? '');
  if (type !== 'bytes' || (code & malformed) !== 0) return 'all';
  if (ranges.length > 1) return 'all';
  return ranges[0] ?? ((code & unsatisfiable) === 0 ? 'all' : 'none');
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/3gpp': '3gp',
};

/**
 * A picture that the server wrote is shown where it is opened. A video or an original, kept as it
 * came, is saved.
 */
export function dispositionOf(id: string, kind: string, contentType: string): string {
  const way = kind === 'picture' ? 'inline' : 'attachment';
  return `${way}; filename="${id}.${extensions[contentType] ?? 'bin'}"`;
}
