import type { Selectable, Transaction } from 'kysely';
import pg from 'pg';
import { ulid } from 'ulid';
import type { z } from 'zod';
import { decisionKindOf, type ProposalKind } from '#contract/decisions.ts';
import type { Decision } from '#contract/second-person.ts';
import { happened } from '#server/acts/happened.ts';
import type { Followed } from '#server/acts/part.ts';
import { wholeOrNothing } from '#server/acts/whole-or-nothing.ts';
import type { DB, Proposals } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Change } from '#server/features/audit/commands.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import type { Taker } from '#server/http/caller.ts';
import type { Outcome, Refusal } from '#server/http/refusal.ts';
import { type End, endOf, whyNotEnded } from './rules.ts';

export interface Proposal<Body> extends Omit<Selectable<Proposals>, 'body'> {
  readonly body: Body;
}

export type DecisionDeps = Pick<Deps, 'db'> & Followed;

/** What the audit trail says of a step, apart from its event. */
type Said = Omit<Change, 'event'>;

/** Whoever ends a proposal: decides that of another, or takes back their own. */
export interface Step {
  readonly by: string;
  readonly decides: boolean;
}

/** The particulars of a kind. What a confirmation puts in force is written by a trigger. */
export interface DecidedKind<Body extends object> {
  readonly kind: ProposalKind;
  readonly body: z.ZodType<Body>;
  readonly waitsAlready: Refusal;
  /** A proposal takes the place of the one that waits for the same subject. */
  readonly replaces?: true;
  /** Locks what it is about, before the proposal itself. */
  lock?(trx: Transaction<DB>, subject: string): Promise<void>;
  /** In place of `whyNotEnded`, for a kind with more reasons. */
  whyNotEnded?(
    trx: Transaction<DB>,
    proposal: Proposal<Body>,
    step: Step,
  ): Promise<Refusal | null> | Refusal | null;
  /** What a confirmation does besides; a refusal takes everything back. */
  apply?(trx: Transaction<DB>, proposal: Proposal<Body>, taker: Taker): Promise<Refusal | null>;
  /** Asked before the end is written down. */
  trail(trx: Transaction<DB>, proposal: Proposal<Body>, end: End): Promise<Said> | Said;
}

/** What is proposed at once is decided at once. */
export interface Asked<Body extends object> {
  readonly organisation: string;
  /** Without one it counts in all zones. */
  readonly zone?: string | null;
  /** Without it, that of the caller. */
  readonly demo?: boolean;
  readonly reason: string;
  /** Of one subject one proposal waits at once. */
  readonly parts: readonly { readonly subject: string; readonly body: Body }[];
  /** Asked while what waits for the same subjects is locked. */
  whyNot?(trx: Transaction<DB>): Promise<Refusal | null>;
  /** Writes what is kept of the proposal in other tables. */
  keep?(trx: Transaction<DB>, proposal: Proposal<Body>): Promise<void>;
  trail(trx: Transaction<DB>, proposal: Proposal<Body>): Promise<Said> | Said;
}

/** Proposes all parts or none. `answer` reads in the same transaction, by the ids of the parts. */
export async function propose<Body extends object, Answer>(
  deps: DecisionDeps,
  { actor, caller }: Taker,
  kind: DecidedKind<Body>,
  asked: Asked<Body>,
  answer: (trx: Transaction<DB>, ids: readonly string[]) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  const { organisation, zone = null, demo = caller.demo, reason, parts } = asked;
  const ids = parts.map(() => ulid()).sort();
  const together = parts.length > 1 ? (ids[0] ?? null) : null;
  return wholeOrNothing(deps.db, async (trx): Promise<Outcome<Answer>> => {
    for (const { subject } of parts) await kind.lock?.(trx, subject);
    const waiting = await trx
      .selectFrom('proposals')
      .select('id')
      .where((eb) => eb.and({ kind: kind.kind, organisation, demo, outcome: null }))
      .where(
        'subject',
        'in',
        parts.map(({ subject }) => subject),
      )
      .orderBy('id')
      .forUpdate()
      .execute();
    const isHeld = waiting.length > 0 && !kind.replaces;
    const why = (await asked.whyNot?.(trx)) ?? (isHeld ? kind.waitsAlready : null);
    if (why) return why;
    for (const { id } of waiting)
      await trx
        .updateTable('proposals')
        .set({ outcome: 'replaced', decided_at: new Date() })
        .where('id', '=', id)
        .execute();
    const rows = await trx
      .insertInto('proposals')
      .values(
        parts.map(({ subject, body }, place) => ({
          id: ids[place] ?? ulid(),
          kind: kind.kind,
          organisation,
          zone,
          demo,
          subject,
          body: JSON.stringify(body),
          reason,
          proposed_by: caller.userId,
          together,
        })),
      )
      .returningAll()
      .execute();
    for (const row of rows) {
      const proposal = { ...row, body: kind.body.parse(row.body) };
      await asked.keep?.(trx, proposal);
      const { event } = decisionKindOf(kind.kind).steps.proposed;
      await happened(deps, trx, actor, { ...(await asked.trail(trx, proposal)), event });
    }
    return answer(trx, ids);
  }).catch((error: unknown) => {
    // Somebody proposed one of them meanwhile.
    if (error instanceof pg.DatabaseError && error.code === '23505' && error.table === 'proposals')
      return kind.waitsAlready;
    throw error;
  });
}

/** Confirms what somebody else has proposed, or refuses it, with all that were proposed together. */
export const decide = <Body extends object, Answer>(
  deps: DecisionDeps,
  taker: Taker,
  kind: DecidedKind<Body>,
  /** What was made for the decision names its moment. */
  { id, decision, at }: { readonly id: string; readonly decision: Decision; readonly at?: Date },
  answer: (trx: Transaction<DB>) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> => end(deps, taker, kind, { id, decision, at }, answer);

/** Takes back what the caller has proposed. */
export const takeBack = <Body extends object, Answer>(
  deps: DecisionDeps,
  taker: Taker,
  kind: DecidedKind<Body>,
  { id }: { readonly id: string },
  answer: (trx: Transaction<DB>) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> => end(deps, taker, kind, { id }, answer);

/** Without a decision it is taken back. */
interface Ended {
  readonly id: string;
  readonly decision?: Decision;
  readonly at?: Date | undefined;
}

function end<Body extends object, Answer>(
  deps: DecisionDeps,
  taker: Taker,
  kind: DecidedKind<Body>,
  { id, decision, at = new Date() }: Ended,
  answer: (trx: Transaction<DB>) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  const by = taker.caller.userId;
  const step: Step = { by, decides: decision !== undefined };
  return wholeOrNothing(deps.db, async (trx): Promise<Outcome<Answer>> => {
    const [proposal, together] = await lock(trx, kind, id);
    const { proposed_by: proposer, outcome } = proposal;
    const why =
      (kind.whyNotEnded
        ? await kind.whyNotEnded(trx, proposal, step)
        : whyNotEnded(kind.kind, { state: outcome ?? 'waiting', proposer }, by, step.decides)) ??
      (decision && (await whyNotConfirmed(trx, by, proposer, decision.agrees)));
    if (why) return why;
    const how = endOf(decision);
    const ended = decisionKindOf(kind.kind).steps[how.outcome];
    if (!ended) throw new Error(`Nobody can take back a ${kind.kind}.`);
    const changes: Said[] = [];
    for (const one of together) changes.push(await kind.trail(trx, one, how));
    await trx
      .updateTable('proposals')
      .set({ ...how, decided_by: by, decided_at: at })
      .where(
        'id',
        'in',
        together.map((one) => one.id),
      )
      .execute();
    for (const one of how.outcome === 'confirmed' ? together : []) {
      const refusal = await kind.apply?.(trx, one, taker);
      if (refusal) return refusal;
    }
    for (const change of changes)
      await happened(deps, trx, taker.actor, { ...change, event: ended.event });
    return answer(trx);
  });
}

/** A proposal, and all that were proposed together, in one order. */
async function lock<Body extends object>(
  trx: Transaction<DB>,
  kind: DecidedKind<Body>,
  id: string,
): Promise<readonly [Proposal<Body>, readonly Proposal<Body>[]]> {
  const asked = await trx
    .selectFrom('proposals')
    .select(['together', 'subject'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (asked) await kind.lock?.(trx, asked.subject);
  const first = asked?.together ?? null;
  const rows = await trx
    .selectFrom('proposals')
    .selectAll()
    .where(first === null ? 'id' : 'together', '=', first ?? id)
    .where('kind', '=', kind.kind)
    .orderBy('id')
    .forUpdate()
    .execute();
  const together = rows.map((row) => ({ ...row, body: kind.body.parse(row.body) }));
  const proposal = together.find((one) => one.id === id);
  if (!proposal) throw new Error(`There is no proposed ${kind.kind} ${id}.`);
  return [proposal, together];
}
