/** A position in PostgreSQL's log, in bytes from its beginning. */
export type LogPosition = bigint;

/** Reads a position as PostgreSQL writes it, such as 16/B374D848; undefined for any other text. */
export function readLogPosition(text: string): LogPosition | undefined {
  const [, high, low] = /^([0-9a-f]{1,8})\/([0-9a-f]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** The later of two positions, of which either may be undefined. */
export const laterOf = (one: LogPosition | undefined, other: LogPosition | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one;

/** The state of primary and replica, as asked about once a second. */
export interface ReplicaState {
  /** The replica's replayed position; undefined while it doesn't answer. */
  readonly replayed: LogPosition | undefined;
  /** The primary's written position of a second or two ago; undefined before that is known. */
  readonly recent: LogPosition | undefined;
}

/**
 * True if a read may go to the replica. A replica that is away or more than a second or two behind
 * gets none. One that is near the position that this read must see is worth a moment's wait.
 */
export function mayReplicaServe(
  { replayed, recent }: ReplicaState,
  mustSee: LogPosition | undefined,
): 'yes' | 'no' | 'soon' {
  if (replayed === undefined || recent === undefined || replayed < recent) return 'no';
  return mustSee === undefined || replayed >= mustSee ? 'yes' : 'soon';
}
