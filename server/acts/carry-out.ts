import type { Transaction } from 'kysely';
import type { Act } from '#contract/act.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { AuditEvent } from '#contract/events.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { type DutyFor, whyNoDuty } from '#server/features/duties/queries.ts';
import { type StoredFile, withStoredFiles } from '#server/features/files/commands.ts';
import { whyNotConfirmed, whyNotUndone } from '#server/features/users/queries.ts';
import type { Attempts } from '#server/http/attempts.ts';
import type { Call, Find } from '#server/http/call.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { happened } from './happened.ts';
import type { Followed } from './part.ts';
import { wholeOrNothing } from './whole-or-nothing.ts';

/** An act that somebody who is signed in does. */
type OfStaff = Act & { readonly permission: Exclude<Act['permission'], 'public'> };

/** A row of the trail: the record's own, unless it names another. */
export interface Changed<A extends Act> {
  readonly id?: string;
  /** Which of the act's outcomes it is; without one it is the act's own event. */
  readonly outcome?: (keyof A['outcomes'] & string) | undefined;
  readonly before: object | null;
  readonly after: object | null;
  /** Done once it is committed: what no transaction holds, such as known sessions, or a mail. */
  readonly afterwards?: () => unknown;
}

type Answered<A extends Act> = ResponseOf<A> extends { data: infer Data } ? Data : never;

/**
 * An act's own steps. They run in this order, from `lock` on in one transaction. A refusal ends the
 * act and leaves nothing written.
 */
export type Steps<A extends OfStaff, Found, Locked> = {
  /** The id of the record in the trail. */
  readonly id: (found: Found, locked: Locked) => string;
  /** Why it is refused before its transaction, which doesn't wait for a gateway; null where it isn't. */
  readonly before?: (call: Call<A, Found>) => Refusal | null | Promise<Refusal | null>;
  /** How the files that came with it are stored, before the transaction; without it none are. */
  readonly stores?: (call: Call<A, Found>) => Parameters<typeof withStoredFiles>[3];
  /** Locks what is judged and changed, and reads it under the lock. */
  readonly lock: (trx: Transaction<DB>, call: Call<A, Found>) => Promise<Outcome<Locked>>;
  /** Why it is refused as the record is; null where it isn't. */
  readonly rule?: (
    locked: Locked,
    call: Call<A, Found>,
    trx: Transaction<DB>,
  ) => Refusal | null | Promise<Refusal | null>;
  /** False where it counts although the first account is closed, as for a refusal; true by default. */
  readonly agrees?: (call: Call<A, Found>) => boolean;
  readonly change: (
    trx: Transaction<DB>,
    locked: Locked,
    call: Call<A, Found>,
    /** The files that came with it, as `stores` has them; their rows are for `insertFiles`. */
    stored: readonly StoredFile[],
  ) => Promise<Outcome<Changed<A> | readonly Changed<A>[]>>;
  readonly answer: (
    trx: Transaction<DB>,
    call: Call<A, Found>,
    locked: Locked,
  ) => Promise<Outcome<Answered<A>>>;
} & (A extends { duty: string }
  ? {
      /** Where the caller holds the act's duty, and for whom. */
      readonly dutyFor: (found: Found) => DutyFor;
    }
  : object) &
  (A extends { ruleOfTwo: 'confirms' | 'undoes' }
    ? {
        /** The account that did the first half. */
        readonly first: (locked: Locked) => string;
      }
    : object);

/** Carries an act out: duty, lock, rule, second person, change, trail, what follows, and answer. */
export async function carryOut<A extends OfStaff, Found, Locked>(
  deps: Pick<Deps, 'db' | 'store'> & Followed,
  act: A,
  steps: Steps<A, Found, Locked>,
  call: Call<A, Found>,
): Promise<Outcome<Answered<A>>> {
  const { record, actor, caller } = call;
  if (!caller) throw new Error(`${act.audit} needs a signed-in caller.`);
  const { dutyFor, first } = steps as {
    dutyFor?: (found: Found) => DutyFor;
    first?: (locked: Locked) => string;
  };
  if (act.duty && dutyFor) {
    const { duty, permission } = act;
    const none = await whyNoDuty(deps.db, caller, dutyFor(record), { duty, permission });
    if (none) return none;
  }
  const early = await steps.before?.(call);
  if (early) return early;
  const afterwards: (() => unknown)[] = [];
  const inTransaction = (stored: readonly StoredFile[]) =>
    wholeOrNothing(deps.db, async (trx) => {
      const locked = await steps.lock(trx, call);
      if (locked instanceof Refusal) return locked;
      const why =
        (await steps.rule?.(locked, call, trx)) ??
        (first &&
          (await whyNotSecond(trx, act, caller, first(locked), steps.agrees?.(call) ?? true)));
      if (why) return why;
      const changed = await steps.change(trx, locked, call, stored);
      if (changed instanceof Refusal) return changed;
      for (const { id, outcome, before, after, afterwards: then } of [changed].flat()) {
        await happened(deps, trx, actor, {
          event: eventOf(act, outcome),
          record: act.of,
          id: id ?? steps.id(record, locked),
          before,
          after,
        });
        if (then) afterwards.push(then);
      }
      return steps.answer(trx, call, locked);
    });
  const answer = await (steps.stores
    ? withStoredFiles(deps, call.files, inTransaction, steps.stores(call))
    : inTransaction([]));
  if (answer instanceof Refusal) return answer;
  for (const then of afterwards) await then();
  return answer;
}

/** Mounts an act of a record that its path names. */
export function serveAct<A extends OfStaff, Found, Locked>(
  deps: Deps,
  act: A,
  find: Find<A, Found>,
  steps: Steps<A, Found, Locked>,
  attempts?: Attempts,
): void {
  deps.serve.record(
    act,
    find,
    async (call) => {
      const data = await carryOut(deps, act, steps, call);
      return data instanceof Refusal ? data : ({ success: true, data } as ResponseOf<A>);
    },
    attempts,
  );
}

/** Mounts an act whose path names no record. */
export function servePlainAct<A extends OfStaff, Locked>(
  deps: Deps,
  act: A,
  steps: Steps<A, undefined, Locked>,
  attempts?: Attempts,
): void {
  deps.serve(
    act,
    async (call) => {
      const data = await carryOut(deps, act, steps, call);
      return data instanceof Refusal ? data : ({ success: true, data } as ResponseOf<A>);
    },
    attempts,
  );
}

const eventOf = ({ audit, outcomes }: Act, outcome: string | undefined): AuditEvent =>
  (outcome === undefined ? undefined : outcomes?.[outcome]) ?? audit;

async function whyNotSecond(
  trx: Transaction<DB>,
  { own, ruleOfTwo }: Act,
  { userId }: Caller,
  first: string,
  agrees: boolean,
): Promise<Refusal | null> {
  if (own !== undefined && first === userId) return new Refusal(409, 'own_proposal', own);
  return ruleOfTwo === 'undoes'
    ? whyNotUndone(trx, userId, first)
    : whyNotConfirmed(trx, userId, first, agrees);
}
