import { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  messagePurposes,
  whyTooLong,
  writtenPurposes,
} from '#contract/modules/after-ticket/message-texts.ts';
import {
  type proposeTicketRules,
  ticketRulesSchema,
  type TicketRulesVersion,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Decision } from '#contract/second-person.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { messageSenderOf } from '#server/features/contacts/queries.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import type { Taker } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { dayOf } from '#server/time.ts';
import { findVersion, type RulesOf, stateOf } from './queries.ts';

const lapsed = new Refusal(
  409,
  'day_has_come',
  'Nobody confirmed these rules before their first day, so they do not apply. Propose them for a later day.',
);

const proposed = z.strictObject({ from: z.string(), rules: ticketRulesSchema });

const setOfRules: decisions.DecidedKind<z.infer<typeof proposed>> = {
  kind: 'set of rules',
  body: proposed,
  waitsAlready: new Refusal(
    409,
    'already_proposed',
    'Rules from this day on are already set or waiting for a second person to confirm them. Select another day.',
    { from: 'Rules from this day on are already set or proposed.' },
  ),
  whyNotEnded(_, { outcome, body, proposed_by: proposer }, { by, decides }) {
    const state = stateOf(outcome, body.from <= dayOf(new Date()));
    if (state === 'lapsed' && decides) return lapsed;
    return whyNotEnded('set of rules', { state, proposer }, by, decides);
  },
  trail: (_, { id, organisation, body: { from } }, { refusal }) => ({
    record: 'organisation',
    id: organisation,
    before: { proposal: id, from },
    after: { proposal: id, from, ...(refusal !== null && { reason: refusal }) },
  }),
};

export async function propose(
  deps: decisions.DecisionDeps & Pick<Deps, 'config'>,
  taker: Taker,
  { organisation, demo }: RulesOf,
  { rules, from, reason }: BodyOf<typeof proposeTicketRules>,
): Promise<Outcome<TicketRulesVersion>> {
  if (from <= dayOf(new Date())) return invalid('from', 'Select tomorrow or a later day.');
  const unknown = rules.laws.find(({ offence }) => !offenceById(offence));
  if (unknown)
    return invalid(
      'rules.laws',
      `Offence ${unknown.offence} is not in the catalogue. Remove its line.`,
    );
  const sender = await messageSenderOf(deps, { organisation, demo });
  for (const purpose of writtenPurposes) {
    const why = whyTooLong(rules.texts[purpose], sender);
    if (why !== null)
      return invalid(`rules.texts.${purpose}`, `“${messagePurposes[purpose]}”: ${why}`);
  }
  return decisions.propose(
    deps,
    taker,
    setOfRules,
    {
      organisation,
      reason,
      parts: [{ subject: from, body: { from, rules } }],
      async whyNot(trx) {
        const set = await trx
          .selectFrom('ticket_rules')
          .where((eb) => eb.and({ organisation, demo, from_day: from }))
          .select('id')
          .executeTakeFirst();
        return set ? setOfRules.waitsAlready : null;
      },
      trail: (_, { id }) => ({
        record: 'organisation',
        id: organisation,
        before: null,
        after: { proposal: id, from, reason, rules },
      }),
    },
    (trx, [id = '']) => findVersion(trx, taker.caller, id),
  );
}

export const decide = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
  decision: Decision,
): Promise<Outcome<TicketRulesVersion>> =>
  decisions.decide(deps, taker, setOfRules, { id, decision }, (trx) =>
    findVersion(trx, taker.caller, id),
  );

export const takeBack = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
): Promise<Outcome<TicketRulesVersion>> =>
  decisions.takeBack(deps, taker, setOfRules, { id }, (trx) => findVersion(trx, taker.caller, id));

export const rulesToConfirm: QueueOfKind = {
  words: ({ body, about }) => `Rules from ${proposed.parse(body).from}: ${about}`,
};
