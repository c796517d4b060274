import type { Selectable, Transaction } from 'kysely';
import type { Decision } from '#contract/second-person.ts';
import type { Statement } from '#contract/statements.ts';
import type { DB, Statements } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import type { Taker } from '#server/http/caller.ts';
import type { Outcome } from '#server/http/refusal.ts';
import { theStatement } from './statements.ts';

/** Puts a statement in force that somebody else has sent, or refuses it. */
export async function decide(
  { db }: Pick<Deps, 'db'>,
  { actor, caller }: Taker,
  id: string,
  decision: Decision,
): Promise<Outcome<Statement>> {
  return db.transaction().execute(async (trx) => {
    const statement = await lock(trx, id);
    const why =
      whyNotEnded('statement', standingOf(statement), caller.userId, true) ??
      (await whyNotConfirmed(trx, caller.userId, statement.sent_by, decision.agrees));
    if (why) return why;
    const refusal = decision.agrees ? null : decision.reason;
    await end(trx, { actor, caller }, statement, {
      state: decision.agrees ? 'in force' : 'refused',
      refusal,
    });
    return theStatement(trx, caller, id);
  });
}

/** Takes back a statement that the caller has sent. */
export async function takeBack(
  { db }: Pick<Deps, 'db'>,
  { actor, caller }: Taker,
  id: string,
): Promise<Outcome<Statement>> {
  return db.transaction().execute(async (trx) => {
    const statement = await lock(trx, id);
    const why = whyNotEnded('statement', standingOf(statement), caller.userId, false);
    if (why) return why;
    await end(trx, { actor, caller }, statement, { state: 'taken back', refusal: null });
    return theStatement(trx, caller, id);
  });
}

const eventOf = {
  'in force': 'statement.confirmed',
  refused: 'statement.refused',
  'taken back': 'statement.taken-back',
} as const;

type Locked = Selectable<Statements>;

const standingOf = ({ state, sent_by }: Locked) => ({ state, proposer: sent_by });

function lock(trx: Transaction<DB>, id: string): Promise<Locked> {
  return trx
    .selectFrom('statements')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function end(
  trx: Transaction<DB>,
  { actor, caller }: Taker,
  { id, organisation, state }: Locked,
  next: { state: keyof typeof eventOf; refusal: string | null },
): Promise<void> {
  await trx
    .updateTable('statements')
    .set({ ...next, decided_by: caller.userId, decided_at: new Date() })
    .where('id', '=', id)
    .execute();
  await writeAudit(trx, actor, {
    event: eventOf[next.state],
    record: 'organisation',
    id: organisation,
    before: { statement: id, state },
    after: {
      statement: id,
      state: next.state,
      ...(next.refusal !== null && { reason: next.refusal }),
    },
  });
}
