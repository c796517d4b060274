import type { ByteRange } from '#server/gateways/file-store.ts';

/** The one range that a `Range` header asks for; `all` for none or several, `none` beyond the end. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return 'all';
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return 'all';
  const last = size - 1;
  if (from === '')
    return Number(to) === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: last };
  const start = Number(from);
  if (to !== '' && Number(to) < start) return 'all';
  return start > last ? 'none' : { start, end: to === '' ? last : Math.min(Number(to), last) };
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
 * A picture that we wrote is shown where it is opened; what stayed as it came, a video or an
 * original, is saved.
 */
export function dispositionOf(id: string, kind: string, contentType: string): string {
  const way = kind === 'picture' ? 'inline' : 'attachment';
  return `${way}; filename="${id}.${extensions[contentType] ?? 'bin'}"`;
}
