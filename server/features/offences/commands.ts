import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import type { FeeProposal, proposeFee } from '#contract/fees.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Decision } from '#contract/second-person.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import type { Taker } from '#server/http/caller.ts';
import type { Outcome } from '#server/http/refusal.ts';
import { nairaOfKobo } from '#server/money.ts';
import { proposalOf } from './fees.ts';
import { today } from './queries.ts';
import { waitsAlready, whyNotFrom, whyNotInTime } from './rules.ts';

/** `from` is a day in Africa/Lagos. */
const proposed = z.strictObject({ offence: z.string(), from: z.string(), kobo: z.number().int() });
type Proposed = z.infer<typeof proposed>;
type Proposal = decisions.Proposal<Proposed>;

const recordOf = ({ organisation, body }: Proposal) => ({
  record: 'offence' as const,
  id: `${organisation} ${body.offence}`,
});

const fee: decisions.DecidedKind<Proposed> = {
  kind: 'fee',
  body: proposed,
  waitsAlready,
  async whyNotEnded(trx, { outcome, body, proposed_by: proposer }, { by, decides }) {
    const state = outcome ?? 'waiting';
    const why = whyNotEnded('fee', { state, proposer }, by, decides);
    return why ?? (decides ? whyNotInTime(body.from, await dayOf(trx)) : null);
  },
  async trail(trx, proposal, { outcome, refusal }) {
    const { id, body, reason } = proposal;
    const said = { proposal: id, amount: body.kobo / 100, from: body.from };
    if (outcome === 'taken back') return { ...recordOf(proposal), before: said, after: null };
    return {
      ...recordOf(proposal),
      before: await inForce(trx, proposal),
      after: { ...said, reason: refusal ?? reason },
    };
  },
};

/** A fee of a list. `amount` is naira. */
export interface ListedChange {
  readonly offence: Offence;
  readonly amount: number;
}

interface ListedFees {
  readonly fees: readonly ListedChange[];
  readonly from: string;
  readonly reason: string;
}

/**
 * Proposes an offence's fee in an organisation from a future day on, in whole naira. 400 for a day
 * that has begun, 409 while another fee waits for the same day.
 */
export const propose = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  { organisation, offence }: { organisation: Organisation; offence: Offence },
  { amount, from, reason }: Pick<BodyOf<typeof proposeFee>, 'amount' | 'from' | 'reason'>,
): Promise<Outcome<FeeProposal>> =>
  decisions.propose(
    deps,
    taker,
    fee,
    {
      ...askedFor(organisation, { fees: [{ offence, amount }], from, reason }),
      trail: async (trx, proposal) => ({
        ...recordOf(proposal),
        before: await inForce(trx, proposal),
        after: { proposal: proposal.id, amount, from, reason },
      }),
    },
    (trx, [id = '']) => proposalOf(trx, id),
  );

/**
 * Proposes many fees of an organisation from one day on, all or none. 400 for a day that has begun,
 * 409 while another fee of one of them waits for the same day.
 */
export const proposeAll = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  organisation: Organisation,
  listed: ListedFees,
): Promise<Outcome<number>> =>
  decisions.propose(
    deps,
    taker,
    fee,
    {
      ...askedFor(organisation, listed),
      async trail(trx, proposal) {
        const { id, body, together: gazette, reason } = proposal;
        return {
          ...recordOf(proposal),
          before: await inForce(trx, proposal),
          after: { proposal: id, amount: body.kobo / 100, from: body.from, reason, gazette },
        };
      },
    },
    (_, ids) => Promise.resolve(ids.length),
  );

const askedFor = (organisation: Organisation, { fees, from, reason }: ListedFees) => ({
  organisation,
  reason,
  parts: fees
    .toSorted((a, b) => (a.offence.id < b.offence.id ? -1 : 1))
    .map(({ offence: { id: offence }, amount }) => ({
      subject: `${offence} ${from}`,
      body: { offence, from, kobo: amount * 100 },
    })),
  whyNot: async (trx: Transaction<DB>) => whyNotFrom(from, await dayOf(trx)),
});

/** Confirms a proposed fee, which is set with it, or refuses it. */
export const decide = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
  decision: Decision,
): Promise<Outcome<FeeProposal>> =>
  decisions.decide(deps, taker, fee, { id, decision }, (trx) => proposalOf(trx, id));

/** Takes back a fee that the caller has proposed. */
export const takeBack = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
): Promise<Outcome<FeeProposal>> =>
  decisions.takeBack(deps, taker, fee, { id }, (trx) => proposalOf(trx, id));

async function dayOf(trx: Transaction<DB>): Promise<string> {
  const { day } = await trx
    .selectNoFrom(sql<string>`${today}::text`.as('day'))
    .executeTakeFirstOrThrow();
  return day;
}

/** The fee that is set for the same day, as an audit row tells it; null where there is none. */
async function inForce(trx: Transaction<DB>, { organisation, demo, body }: Proposal) {
  const { offence: offence_id, from: from_day } = body;
  const set = await trx
    .selectFrom('offence_fees')
    .select(['amount_kobo', 'reason'])
    .where((eb) => eb.and({ organisation, demo, offence_id, from_day }))
    .executeTakeFirst();
  return set ? { amount: set.amount_kobo / 100, from: from_day, reason: set.reason } : null;
}

export const feesToConfirm: QueueOfKind = {
  opens: ({ body }) => proposed.parse(body).offence,
  words({ body, proposals }) {
    const { offence, kobo, from } = proposed.parse(body);
    return proposals === 1
      ? `${offence}: ${nairaOfKobo(kobo)} from ${from}`
      : `${proposals} fees from ${from}`;
  },
};
