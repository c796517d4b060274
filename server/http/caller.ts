import type { AccountState, Organisation } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';

/** Which records somebody may see: `null` is no limit on that side. */
export interface Scope {
  readonly organisation: Organisation | null;
  readonly zone: string | null;
  readonly demo: 'only' | 'included' | 'excluded';
}

/** Who is calling, as the database has it now: never as the token says. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string | null;
  readonly role: Role;
  readonly name: string;
  readonly state: AccountState | null;
  readonly scope: Scope;
}

/** Who a change is written down to; `id` null with role `system` is the product itself. */
export interface Actor {
  readonly id: string | null;
  readonly role: Role | 'system' | 'nobody';
  readonly address: string;
}

export const system: Actor = { id: null, role: 'system', address: '' };
