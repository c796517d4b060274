import { z } from 'zod';
import type { Statement } from '#contract/modules/money/statements.ts';
import type { Decision } from '#contract/second-person.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import type { Taker } from '#server/http/caller.ts';
import type { Outcome } from '#server/http/refusal.ts';
import { nairaOfKobo } from '#server/money.ts';
import { alreadyThere } from './rules.ts';
import { theStatement } from './statements.ts';

const proposed = z.strictObject({
  gateway: z.string(),
  from: z.string(),
  to: z.string(),
  kobo: z.number().int(),
});

const stateAfter = {
  confirmed: 'in force',
  refused: 'refused',
  'taken back': 'taken back',
} as const;

/** A statement that a person sent; its subject is the hash of its file. */
export const sentStatement: decisions.DecidedKind<z.infer<typeof proposed>> = {
  kind: 'statement',
  body: proposed,
  waitsAlready: alreadyThere('sent'),
  trail: (_, { id, organisation }, { outcome, refusal }) => ({
    record: 'organisation',
    id: organisation,
    before: { statement: id, state: 'waiting' },
    after: {
      statement: id,
      state: stateAfter[outcome],
      ...(refusal !== null && { reason: refusal }),
    },
  }),
};

/** Puts a statement in force that somebody else has sent, or refuses it. */
export const decide = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
  decision: Decision,
): Promise<Outcome<Statement>> =>
  decisions.decide(deps, taker, sentStatement, { id, decision }, (trx) =>
    theStatement(trx, taker.caller, id),
  );

/** Takes back a statement that the caller has sent. */
export const takeBack = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
): Promise<Outcome<Statement>> =>
  decisions.takeBack(deps, taker, sentStatement, { id }, (trx) =>
    theStatement(trx, taker.caller, id),
  );

export const statementsToConfirm: QueueOfKind = {
  words({ body }) {
    const { gateway, from, to, kobo } = proposed.parse(body);
    return `${gateway}, ${from} to ${to}: ${nairaOfKobo(kobo)}`;
  },
};
