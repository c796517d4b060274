import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';

/** Stands for what was sent, so that sending it again can be told from sending something else. */
export function bodyHash(body: object): string {
  return createHash('sha256').update(stringify(body)).digest('hex');
}
