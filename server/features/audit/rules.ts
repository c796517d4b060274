import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import type { AuditEvent } from '#contract/events.ts';
import type { RecordName } from '#contract/records.ts';
import type { Actor } from '#server/http/caller.ts';

/** A value as JSON with its keys in order, so that equal values have equal hashes. */
const canonical = (value: unknown): string => stringify(value) ?? 'null';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The hash that stands for the personal part of a row. A salt lets nobody guess an erased part from
 * the hash.
 */
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

/** A change of a record, as the trail keeps it. */
export interface Change {
  readonly event: AuditEvent;
  readonly record:
    | RecordName
    | 'organisation'
    | 'question'
    | 'view'
    | 'taken-out record'
    | 'offence'
    | 'notice'
    | 'job';
  readonly id: string;
  /** `null` where the record is new. */
  readonly before: object | null;
  readonly after: object | null;
}

interface NextLink {
  readonly at: Date;
  readonly salt: string;
  /** The record's own last row, if it has one. */
  readonly previous: { readonly number: number; readonly hash: string } | undefined;
}

/** The row of the trail for a change: the next link of the record's chain. */
export function auditRow(
  actor: Actor,
  { event, record, id, before, after }: Change,
  { at, salt, previous }: NextLink,
) {
  const link: ChainLink = {
    recordType: record,
    recordId: id,
    number: (previous?.number ?? 0) + 1,
    event,
    actorId: actor.id,
    actorRole: actor.role,
    address: actor.address,
    at: at.toISOString(),
    digest: personalDigest(salt, before, after),
    previousHash: previous?.hash ?? '',
  };
  return {
    record_type: record,
    record_id: id,
    number: link.number,
    event,
    actor_id: actor.id,
    actor_role: actor.role,
    address: actor.address,
    at,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
    salt,
    digest: link.digest,
    previous_hash: link.previousHash,
    hash: linkHash(link),
  };
}

/** The digest under a seal: the ids and hashes of its rows, in order. */
export function batchDigest(rows: readonly { id: number; hash: string }[]): string {
  return sha256(rows.map(({ id, hash }) => `${id} ${hash}`).join('\n'));
}

export interface Seal {
  /** From 1, without a gap. */
  readonly number: number;
  /** UTC, ISO 8601 with milliseconds. */
  readonly sealedAt: string;
  /** The transaction of the last row. */
  readonly xid: string;
  readonly rowIds: readonly number[];
  readonly digest: string;
  readonly previousHash: string;
}

/** The hash of a seal covers that of the seal before it, and so every row ever sealed. */
export const sealHash = (seal: Seal): string => sha256(canonical(seal));

/** So many places in which the trail does not hold are told, and of more only that there are some. */
export const mostTold = 1_000;
