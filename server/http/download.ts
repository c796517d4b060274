import type { Readable } from 'node:stream';

/** A file as the answer of a call. */
export interface Download<Type extends string = string> {
  readonly type: Type;
  /** The file name: letters, digits, dots and hyphens. */
  readonly name: string;
  readonly content: Readable | Buffer;
  /** Shown in the browser rather than saved. */
  readonly inline?: boolean;
}

/** No proxy may store a file that was made for one person. */
export function downloadHeaders({ type, name, inline }: Download) {
  const way = inline ? 'inline' : 'attachment';
  return {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': `${way}; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
}
