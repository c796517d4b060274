import type { AccountState, Organisation } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';

/** The records that somebody may see: `null` is no limit on that side. */
export interface Scope {
  readonly organisation: Organisation | null;
  readonly zone: string | null;
  /** `none` sees nothing at all: a guest where there is no demo. */
  readonly demo: 'only' | 'included' | 'excluded' | 'none';
}

/** The caller as the database has it now, never as the token claims. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string | null;
  readonly role: Role;
  readonly name: string;
  readonly state: AccountState | null;
  readonly scope: Scope;
  /** A demo account, whose records are demo records. */
  readonly demo: boolean;
  /** The role must have a second factor, and the account has none: it sets one up before all else. */
  readonly lacksFactor: boolean;
}

/** The person audited for a change; `id` null with role `system` is the product itself. */
export interface Actor {
  readonly id: string | null;
  readonly role: Role | 'system' | 'nobody';
  readonly address: string;
  /** The `User-Agent` header of the call. */
  readonly agent?: string;
}

/** Whoever makes a change, as the trail and as the rules know them. */
export interface Taker {
  readonly actor: Actor;
  readonly caller: Caller;
}

export const system: Actor = { id: null, role: 'system', address: '' };
