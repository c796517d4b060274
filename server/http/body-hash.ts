import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';

/** Tells the same content sent again from different content. */
export function bodyHash(body: object): string {
  return createHash('sha256').update(stringify(body)).digest('hex');
}
