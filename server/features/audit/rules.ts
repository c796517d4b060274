import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';

/** A value as JSON with its keys in order, so that equal values have equal hashes. */
const canonical = (value: unknown): string => stringify(value) ?? 'null';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Stands for the personal part of a row: salted, so that erasing it leaves nothing to guess from. */
export function personalDigest(salt: string, before: unknown, after: unknown): string {
  return sha256(`${salt}\n${canonical(before)}\n${canonical(after)}`);
}

export interface ChainLink {
  readonly recordType: string;
  readonly recordId: string;
  readonly number: number;
  readonly event: string;
  readonly actorId: string | null;
  readonly actorRole: string;
  readonly address: string;
  /** UTC, ISO 8601 with milliseconds. */
  readonly at: string;
  readonly digest: string;
  readonly previousHash: string;
}

/** The hash of a row covers the hash of the row before it, so that neither can change alone. */
export const linkHash = (link: ChainLink): string => sha256(canonical(link));

/** What a seal says of the rows that it covers: their ids and hashes, in order. */
export function batchDigest(rows: readonly { id: number; hash: string }[]): string {
  return sha256(rows.map(({ id, hash }) => `${id} ${hash}`).join('\n'));
}

export interface Seal {
  /** From 1, without a gap. */
  readonly number: number;
  /** UTC, ISO 8601 with milliseconds. */
  readonly sealedAt: string;
  /** Of the transaction that wrote the last row. */
  readonly xid: string;
  readonly rowIds: readonly number[];
  readonly digest: string;
  readonly previousHash: string;
}

/** The hash of a seal covers that of the seal before it, and so every row ever sealed. */
export const sealHash = (seal: Seal): string => sha256(canonical(seal));
