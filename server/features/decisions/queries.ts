import type { Kysely } from 'kysely';
import type { ProposalKind } from '#contract/decisions.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';

export { whyNotEnded } from './rules.ts';

/** The proposals of a kind, with the people who made and decided them as they were called then. */
export const proposalsOf = (db: Kysely<DB>, kind: ProposalKind) =>
  db
    .selectFrom('proposals')
    .where('proposals.kind', '=', kind)
    .select([
      'proposals.id',
      'proposals.organisation',
      'proposals.zone',
      'proposals.body',
      'proposals.reason',
      'proposals.proposed_by',
      'proposals.proposed_at',
      'proposals.outcome',
      'proposals.decided_at',
      'proposals.refusal',
      personIn('proposals.proposed_by', 'proposals.proposed_at').as('by'),
      personIn('proposals.decided_by', 'proposals.decided_at').as('decider'),
    ]);
