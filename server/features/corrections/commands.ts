import type { Transaction } from 'kysely';
import type { Booking } from '#contract/bookings.ts';
import type { ProposedCorrection, proposeCorrection } from '#contract/corrections.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Decision } from '#contract/second-person.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import {
  changedIn,
  type CorrectableRow,
  correctedSince,
  correctRow,
  lockToCorrect,
  saidNow,
  whyFixed,
  whyWrong,
} from '#server/features/bookings/commands.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import type { Taker } from '#server/http/caller.ts';
import type { Outcome, Refusal } from '#server/http/refusal.ts';
import { findCorrection } from './queries.ts';
import * as rules from './rules.ts';

/** Null where two people may correct a booking, as far as its state goes. */
const whyNotByTwo = (row: CorrectableRow, by: string): Refusal | null =>
  whyFixed(row) ?? (row.created_by === by ? rules.issuedIt : null);

const correction: decisions.DecidedKind<rules.Proposed> = {
  kind: 'correction',
  body: rules.proposed,
  waitsAlready: rules.correctionWaits,
  async lock(trx, subject) {
    await lockToCorrect(trx, subject);
  },
  async whyNotEnded(trx, { subject, outcome, proposed_by: proposer }, { by, decides }) {
    const why = whyNotEnded('correction', { state: outcome ?? 'waiting', proposer }, by, decides);
    if (why || !decides) return why;
    const { created_by } = await lockToCorrect(trx, subject);
    return created_by === by ? rules.issuedIt : null;
  },
  async apply(trx, { subject, body: { before, after } }, { caller }) {
    const row = await lockToCorrect(trx, subject);
    const why = whyNotByTwo(row, caller.userId);
    if (why) return why;
    const now: Readonly<Record<string, string>> = saidNow(row, Object.keys(before));
    if (Object.keys(before).some((field) => now[field] !== before[field])) return correctedSince;
    await correctRow(trx, row, after);
    return null;
  },
  trail: (_, { id, subject, body, reason }, { outcome, refusal }) =>
    outcome === 'confirmed'
      ? {
          record: 'booking',
          id: subject,
          before: body.before,
          after: { ...body.after, proposal: id, reason },
        }
      : {
          record: 'booking',
          id: subject,
          before: { proposal: id, state: 'waiting' },
          after: { proposal: id, state: outcome, ...(refusal !== null && { reason: refusal }) },
        },
};

/** Proposes a correction of a ticket that two people correct. */
export function propose(
  deps: decisions.DecisionDeps,
  taker: Taker,
  record: Booking & { readonly demo: boolean },
  { version, reason, ...given }: BodyOf<typeof proposeCorrection>,
): Promise<Outcome<ProposedCorrection>> {
  const { _id: subject, organisation, zone, demo } = record;
  const changed = changedIn(record, given);
  const before = Object.fromEntries(changed.map((field) => [field, record[field]]));
  const after = Object.fromEntries(changed.map((field) => [field, given[field] ?? '']));
  const asked = {
    organisation,
    zone,
    demo,
    reason,
    parts: [{ subject, body: { before, after } }],
    async whyNot(trx: Transaction<DB>) {
      const row = await lockToCorrect(trx, subject);
      return (
        whyNotByTwo(row, taker.caller.userId) ??
        (row.version === version ? whyWrong(row, given, changed) : correctedSince)
      );
    },
    trail: (_trx: Transaction<DB>, { id }: { readonly id: string }) => ({
      record: 'booking' as const,
      id: subject,
      before,
      after: { ...after, proposal: id, state: 'waiting', reason },
    }),
  };
  return decisions.propose(deps, taker, correction, asked, (trx, [id = '']) =>
    findCorrection(trx, taker.caller, id),
  );
}

/** Corrects the booking as somebody else has proposed, or refuses that. */
export const decide = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  { id }: ProposedCorrection,
  decision: Decision,
): Promise<Outcome<ProposedCorrection>> =>
  decisions.decide(deps, taker, correction, { id, decision }, (trx) =>
    findCorrection(trx, taker.caller, id),
  );

/** Takes back what the caller has proposed. */
export const takeBack = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  { id }: ProposedCorrection,
): Promise<Outcome<ProposedCorrection>> =>
  decisions.takeBack(deps, taker, correction, { id }, (trx) =>
    findCorrection(trx, taker.caller, id),
  );

/** Such as "ABC-123DE: Musa Belo becomes Musa Bello, and 2 more". */
export const correctionsToConfirm: QueueOfKind = {
  opens: ({ subject }) => subject,
  words({ plate, body }) {
    const { before, after } = rules.proposed.parse(body);
    const [field = '', ...others] = Object.keys(after);
    const [from, to] = [before[field] ?? '', after[field] ?? ''].map((value) =>
      value === '' ? 'nothing' : value,
    );
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    return `${plate ?? ''}: ${from} becomes ${to}${more}`;
  },
};
