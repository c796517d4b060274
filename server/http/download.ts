import type { Readable } from 'node:stream';

/** A file as the answer of a call. */
export interface Download<Type extends string = string> {
  readonly type: Type;
  /** What it is saved as: letters, digits, dots and hyphens. */
  readonly name: string;
  readonly content: Readable | Buffer;
  /** Shown where it is opened rather than saved. */
  readonly inline?: boolean;
}

/** Nobody on the way keeps a file that was made for one person. */
export function downloadHeaders({ type, name, inline }: Download) {
  const way = inline ? 'inline' : 'attachment';
  return {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-disposition': `${way}; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
}
