/**
 * A position in the outbox: everything up to it was read. `xid` is the 64-bit id of the transaction
 * that wrote an event. Positions are ordered by (xid, seq), since a sequence alone is not in the
 * order of commits.
 */
export interface Cursor {
  readonly xid: bigint;
  readonly seq: number;
}

/** Before everything. */
export const start: Cursor = { xid: 0n, seq: 0 };

export function isAfter(a: Cursor, b: Cursor): boolean {
  return a.xid > b.xid || (a.xid === b.xid && a.seq > b.seq);
}

/** A position as a listener's event id; `epoch` identifies the installation. */
export const eventId = (epoch: string, { xid, seq }: Cursor): string => `${epoch}-${xid}-${seq}`;

export function readEventId(id: string): { epoch: string; cursor: Cursor } | undefined {
  const [, epoch, xid, seq] = /^(\w{1,64})-(\d{1,19})-(\d{1,15})$/.exec(id) ?? [];
  if (epoch === undefined || xid === undefined || seq === undefined) return undefined;
  return { epoch, cursor: { xid: BigInt(xid), seq: Number(seq) } };
}
