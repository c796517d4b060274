import { ulid } from 'ulid';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Decision } from '#contract/second-person.ts';
import type { proposeTicketRules, TicketRulesVersion } from '#contract/ticket-rules.ts';
import type { Database } from '#server/db/database.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { whyNotConfirmed, whyNotEnded } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { dayOf } from '#server/time.ts';
import { findVersion, type RulesOf } from './queries.ts';

interface Taker {
  readonly actor: Actor;
  readonly caller: Caller;
}

const waitsAlready = new Refusal(
  409,
  'already_proposed',
  'Rules from this day on are set, or wait for a second person. Choose another day.',
  { from: 'Rules from this day on are set, or wait already.' },
);

const lapsed = new Refusal(
  409,
  'day_has_come',
  'Their day came before anybody confirmed them, so they do not hold. Propose them for a later day.',
);

export async function propose(
  db: Database,
  { actor, caller }: Taker,
  { organisation, demo }: RulesOf,
  { rules, from, reason }: BodyOf<typeof proposeTicketRules>,
): Promise<Outcome<TicketRulesVersion>> {
  if (from <= dayOf(new Date()))
    return invalid('from', 'Rules hold from tomorrow on at the earliest.');
  const id = ulid();
  return db.transaction().execute(async (trx) => {
    const { taken } = await trx
      .selectFrom('ticket_rules')
      .where((eb) => eb.and({ organisation, demo, from_day: from, outcome: 'confirmed' }))
      .select(({ fn }) => fn.countAll<number>().as('taken'))
      .executeTakeFirstOrThrow();
    const inserted =
      taken === 0 &&
      (await trx
        .insertInto('ticket_rules')
        .values({
          id,
          organisation,
          demo,
          from_day: from,
          reason,
          rules: JSON.stringify(rules),
          proposed_by: caller.userId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst());
    if (!inserted) return waitsAlready;
    await writeAudit(trx, actor, {
      event: 'rules.proposed',
      record: 'organisation',
      id: organisation,
      before: null,
      after: { proposal: id, from, reason, rules },
    });
    return findVersion(trx, caller, id);
  });
}

const eventOf = {
  confirmed: 'rules.set',
  refused: 'rules.refused',
  'taken back': 'rules.taken-back',
} as const;

/** Confirms rules, or refuses them; without a decision their proposer takes them back. */
export async function decideOrTakeBack(
  db: Database,
  { actor, caller }: Taker,
  id: string,
  decision?: Decision,
): Promise<Outcome<TicketRulesVersion>> {
  const by = caller.userId;
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('ticket_rules').select('id').where('id', '=', id).forUpdate().execute();
    const found = await findVersion(trx, caller, id);
    if (found instanceof Refusal) return found;
    const proposer = found.by.id;
    const why =
      (found.state === 'lapsed' && decision ? lapsed : null) ??
      whyNotEnded('set of rules', { state: found.state, proposer }, by, decision !== undefined) ??
      (decision && (await whyNotConfirmed(trx, by, proposer, decision.agrees)));
    if (why) return why;
    const outcome = decision ? (decision.agrees ? 'confirmed' : 'refused') : 'taken back';
    const refusal = decision?.agrees === false ? decision.reason : null;
    const { organisation } = await trx
      .updateTable('ticket_rules')
      .set({ outcome, refusal, decided_by: by, decided_at: new Date() })
      .where('id', '=', id)
      .returning('organisation')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, actor, {
      event: eventOf[outcome],
      record: 'organisation',
      id: organisation,
      before: { proposal: id, from: found.from },
      after: { proposal: id, from: found.from, ...(refusal !== null && { reason: refusal }) },
    });
    return findVersion(trx, caller, id);
  });
}
