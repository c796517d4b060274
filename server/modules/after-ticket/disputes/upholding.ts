import { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  answerDispute,
  type Dispute,
  type proposeUpholding,
} from '#contract/modules/after-ticket/disputes.ts';
import type { Decision } from '#contract/second-person.ts';
import { happened } from '#server/acts/happened.ts';
import type { Deps } from '#server/deps.ts';
import {
  whyNotToWithdraw,
  whyNotWithdrawnNow,
  withdraw,
} from '#server/features/bookings/commands.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import { isInForce, whyNoDuty } from '#server/features/duties/queries.ts';
import type { Caller, Taker } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { type Answerable, lockDispute, officerFor, sawBefore, whyNotJudged } from './commands.ts';
import { findDispute } from './queries.ts';
import { answeredAlready, answerWaits, hashOf, noAnswerWaits, proposerSawIt } from './rules.ts';

const kind = 'dispute answer';
/** The answer itself is the reason of the proposal. */
const body = z.strictObject({});

/** Upholds disputes: the second person's confirmation gives the answer, and withdraws the ticket. */
const upholding = (deps: Deps): decisions.DecidedKind<object> => ({
  kind,
  body,
  waitsAlready: answerWaits,
  async lock(trx, subject) {
    await lockDispute(trx, subject);
  },
  whyNotEnded: (_, { outcome, proposed_by: proposer }, { by, decides }) =>
    whyNotEnded(kind, { state: outcome ?? 'waiting', proposer }, by, decides),
  async apply(trx, { subject: id, reason: answer, proposed_by }, { actor, caller }) {
    const { ticket, outcome } = await lockDispute(trx, id);
    const why = whyNotWithdrawnNow(ticket) ?? (outcome === null ? null : answeredAlready);
    if (why) return why;
    await trx
      .updateTable('disputes')
      .set({ outcome: 'upheld', answer, answered_by: proposed_by, answered_at: new Date() })
      .where('booking_id', '=', id)
      .execute();
    const withdrawn = await withdraw(trx, caller, id, answer);
    const change = { event: 'booking.withdrawn', record: 'booking', id } as const;
    await happened(deps, trx, actor, { ...change, ...withdrawn });
    return null;
  },
  trail: (_, { id: proposal, subject: id, reason, proposed_by }, { outcome, refusal }) =>
    outcome === 'confirmed'
      ? {
          record: 'booking',
          id,
          before: { dueDay: null },
          after: {
            proposal,
            outcome: 'upheld',
            sha256: hashOf(reason),
            dueDay: null,
            answeredBy: proposed_by,
          },
        }
      : {
          record: 'booking',
          id,
          before: { proposal, state: 'waiting' },
          after: { proposal, state: outcome, ...(refusal !== null && { reason: refusal }) },
        },
});

/** A dispute officer proposes that a dispute is upheld, with the answer. */
export async function proposeToUphold(
  deps: Deps,
  taker: Taker,
  answerable: Answerable,
  { answer }: BodyOf<typeof proposeUpholding>,
): Promise<Outcome<Dispute>> {
  const { actor, caller } = taker;
  const { dispute, booking } = answerable;
  const { id, organisation, zone } = dispute;
  const why =
    (await whyNoDuty(deps.db, caller, officerFor(deps, answerable), answerDispute)) ??
    (await whyNotJudged(deps, caller, answerable)) ??
    (await whyNotToWithdraw(deps, actor, caller, booking));
  if (why) return why;
  return decisions.propose(
    deps,
    taker,
    upholding(deps),
    {
      organisation,
      zone,
      reason: answer,
      parts: [{ subject: id, body: {} }],
      async whyNot(trx) {
        const { ticket, outcome } = await lockDispute(trx, id);
        return whyNotWithdrawnNow(ticket) ?? (outcome === null ? null : answeredAlready);
      },
      trail: (_, { id: proposal }) => ({
        record: 'booking',
        id,
        before: null,
        after: { proposal, state: 'waiting', outcome: 'upheld', sha256: hashOf(answer) },
      }),
    },
    (trx) => findDispute({ ...deps, db: trx }, caller, id),
  );
}

const waitingOn = (db: Deps['db'], { id: subject }: Dispute) =>
  db
    .selectFrom('proposals')
    .select(['id', 'proposed_by'])
    .where((eb) => eb.and({ kind, subject, outcome: null }))
    .executeTakeFirst();

/** Among booking officers a dispute officer alone is a second person. */
async function whyNoSecond(
  deps: Deps,
  { userId: user, role, demo }: Caller,
  { organisation }: Dispute,
): Promise<Refusal | null> {
  const { duty } = answerDispute;
  if (role !== 'booking officer' || (await isInForce(deps.db, { duty, user, organisation, demo })))
    return null;
  return new Refusal(
    403,
    'no_duty',
    'An objections officer, a zonal head or a state admin must confirm this answer.',
  );
}

/** A second person confirms that a dispute is upheld, or refuses it. */
export async function decideToUphold(
  deps: Deps,
  taker: Taker,
  answerable: Answerable,
  decision: Decision,
): Promise<Outcome<Dispute>> {
  const { actor, caller } = taker;
  const { dispute, booking } = answerable;
  const why =
    (await whyNoSecond(deps, caller, dispute)) ?? (await whyNotJudged(deps, caller, answerable));
  if (why) return why;
  const waiting = await waitingOn(deps.db, dispute);
  if (!waiting) return noAnswerWaits;
  if (decision.agrees) {
    // Another process may have noted only now what the proposer was shown.
    const stops = (await sawBefore(deps, waiting.proposed_by, answerable))
      ? proposerSawIt
      : await whyNotToWithdraw(deps, actor, caller, booking);
    if (stops) return stops;
  }
  return decisions.decide(deps, taker, upholding(deps), { id: waiting.id, decision }, (trx) =>
    findDispute({ ...deps, db: trx }, caller, dispute.id),
  );
}

/** Takes back what the caller has proposed. */
export async function takeBackUpholding(
  deps: Deps,
  taker: Taker,
  { dispute }: Answerable,
): Promise<Outcome<Dispute>> {
  const waiting = await waitingOn(deps.db, dispute);
  if (!waiting) return noAnswerWaits;
  return decisions.takeBack(deps, taker, upholding(deps), waiting, (trx) =>
    findDispute({ ...deps, db: trx }, taker.caller, dispute.id),
  );
}
