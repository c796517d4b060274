import { expect } from 'vitest';
import type { AuditEvent } from '#contract/endpoint.ts';
import type { Role } from '#contract/roles.ts';
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

export interface Row {
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
