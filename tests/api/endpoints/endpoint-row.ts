import { expect } from 'vitest';
import type { AuditEvent } from '#contract/events.ts';
import type { RecordName } from '#contract/records.ts';
import type { Register } from '#contract/register.ts';
import type { Role } from '#contract/roles.ts';
import type { Kind, Planted } from '#tests/api/scope/reach-scene.ts';
import type { Client, Request } from '#tests/support/client.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** The state that the calls start from. */
export interface Scene {
  readonly app: TestApp;
  /** Makes the records that the calls are about. */
  readonly officer: Client;
  readonly callers: Readonly<Record<Role, { id: string; client: Client }>>;
  /** An unpaid demo booking with a bill, which every role can see. */
  readonly demoBooking: { readonly _id: string; readonly billRef: string };
}

/**
 * The records that a call reaches, besides the role that may make it (`permissions`). An account
 * with a zone reaches that zone, without one its organisation, without a state all of them. A guest
 * reaches the demo's records. A place named in the call narrows this; one beyond it is a 403.
 */
export type Reach =
  /** There is no caller yet, or the caller is a gateway. */
  | 'before sign-in'
  /** Whatever the place. */
  | 'the same for all'
  /** The caller's own account, sessions and views, and the views that others share in their place. */
  | "one's own"
  /** What belongs to an organisation as a whole; of another one it is a 403. */
  | 'an organisation'
  /** Jobs, events and the state of the servers, as far as they concern the caller's organisation. */
  | 'the installation'
  /** One record, by the id in the path or by its bill: beyond the caller's place it is a 404. */
  | `one ${RecordName}`
  /** A fee, a statement or a closing that waits for a second person, by its id: a 404 for another organisation. */
  | 'one proposal'
  /** A refund or a proposed correction, by its id: beyond the caller's place it is a 404. */
  | 'one refund'
  | 'one correction'
  /** A record that is made: beyond the caller's place it is a 403. */
  | `a new ${RecordName}`
  /** For the officer who recorded it; for anybody else it is a 404. */
  | 'the files of one collision'
  /** For court officers who reach the ticket; beyond it is a 404. */
  | 'the paper of one case'
  | 'the tickets of a batch'
  | 'the pictures of one booking'
  /** For the officer, and for reviewers who reach them; beyond the place it is a 404. */
  | 'the questions about one officer'
  /** For whoever reaches the collision; beyond it is a 404. */
  | 'the additions of one collision'
  /** Rows of these records, or sums over them, in the caller's place. */
  | `the ${RecordName}s`
  | 'the bookings and collisions';

export interface Row {
  readonly reach: Reach;
  /**
   * For a call that reads many records: how it is made where records are planted, and which of them it
   * must then show.
   */
  readonly many?: { readonly asked: Request; readonly shows: readonly Kind[] };
  /** For a call about one record: which of the planted it is, and how it is made. */
  readonly one?: (planted: Planted) => { readonly id: string; readonly asked: Request };
  /**
   * For a change without a rule of two: why one person alone makes it. Nothing that another has
   * recorded costs or counts differently by it.
   */
  readonly alone?: string;
  /** The roles that may call it, spelt out, or everybody without a session. */
  readonly open: readonly Role[] | 'public';
  readonly status?: 201;
  /** A valid call; `client` where it needs a session of its own. */
  readonly call: (scene: Scene, role: Role) => Promise<Request & { readonly client?: Client }>;
  /** The audit rows that one call writes: event, before, after. */
  readonly writes: readonly (readonly [AuditEvent, before: unknown, after: unknown])[];
  /** It writes them after its answer. */
  readonly writesLater?: true;
  /** The roles whose call writes nothing all the same. */
  readonly onlyReads?: readonly Role[];
}

export const everyone = [
  'state admin',
  'zonal head',
  'booking officer',
  'operator',
  'observer',
  'guest',
] as const;
export const staff = [
  'state admin',
  'zonal head',
  'booking officer',
  'operator',
  'observer',
] as const;
export const recorders = ['state admin', 'zonal head', 'booking officer', 'operator'] as const;
export const exporters = ['state admin', 'zonal head', 'observer'] as const;
export const clearers = ['state admin', 'zonal head', 'booking officer'] as const;

export const someText: unknown = expect.any(String);
export const nothing = () => Promise.resolve({});

/** The rows of a register's calls: who lists it and who takes it as a file. */
export function registerRows<const Names extends string>(
  names: Names,
  of: Register,
  who: Pick<Row, 'open'> & {
    readonly reach: Reach;
    readonly shows: readonly Kind[];
    /** What the file asks for, besides its format. */
    readonly asked?: Readonly<Record<string, string>>;
    readonly exporters?: readonly Role[];
  },
): Readonly<Record<`list${Names}` | `export${Names}` | `sizesOf${Names}`, Row>> {
  const { reach, shows, open, asked = {}, exporters: taking = exporters } = who;
  const file = { ...asked, format: 'csv' };
  const taken = { format: 'csv', filters: asked, rows: expect.any(Number) as unknown };
  const read = { reach, open, call: nothing, writes: [] } as const;
  return {
    [`list${names}`]: { ...read, many: { asked: { query: { ...asked, limit: '100' } }, shows } },
    [`export${names}`]: {
      reach,
      alone: 'it is a copy',
      many: { asked: { query: file }, shows },
      open: taking,
      call: () => Promise.resolve({ query: file }),
      writes: [[`${of.name}.exported`, null, taken]],
    },
    ...(Object.keys(of.tabs).length > 0 && {
      [`sizesOf${names}`]: { ...read, many: { asked: {}, shows: [] } },
    }),
  } as Record<string, Row> as ReturnType<typeof registerRows<Names>>;
}
