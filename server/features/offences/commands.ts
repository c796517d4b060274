import { type Selectable, sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { BodyOf } from '#contract/endpoint.ts';
import type { FeeProposal, proposeFee } from '#contract/fees.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Decision } from '#contract/second-person.ts';
import type { Database } from '#server/db/database.ts';
import type { DB, FeeProposals } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Outcome } from '#server/http/refusal.ts';
import { proposalOf } from './fees.ts';
import { today } from './queries.ts';
import { waitsAlready, whyNotDecided, whyNotFrom, whyNotTakenBack } from './rules.ts';

/**
 * Proposes an offence's fee in an organisation from a future day on, in whole naira. 400 for a day
 * that has begun, 409 while another fee waits for the same day.
 */
export async function propose(
  db: Database,
  actor: Actor,
  caller: Caller,
  target: { organisation: Organisation; offence: Offence },
  { amount, from, reason }: Pick<BodyOf<typeof proposeFee>, 'amount' | 'from' | 'reason'>,
): Promise<Outcome<FeeProposal>> {
  const { organisation, offence } = target;
  const id = ulid();
  return db.transaction().execute(async (trx) => {
    const why = whyNotFrom(from, await dayOf(trx));
    if (why) return why;
    const proposed = await trx
      .insertInto('fee_proposals')
      .values({
        id,
        organisation,
        offence_id: offence.id,
        from_day: from,
        amount_kobo: amount * 100,
        reason,
        proposed_by: caller.userId,
        demo: caller.demo,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation', 'demo', 'offence_id', 'from_day'])
          .where('outcome', 'is', null)
          .doNothing(),
      )
      .returningAll()
      .executeTakeFirst();
    if (!proposed) return waitsAlready;
    await writeAudit(trx, actor, {
      event: 'fee.proposed',
      record: 'offence',
      id: recordOf(proposed),
      before: await inForce(trx, proposed),
      after: { proposal: id, amount, from, reason },
    });
    return proposalOf(trx, id);
  });
}

/** Confirms a proposed fee, which is set with it, or refuses it, as `decideFee` says. */
export async function decide(
  db: Database,
  actor: Actor,
  caller: Caller,
  id: string,
  decision: Decision,
): Promise<Outcome<FeeProposal>> {
  return db.transaction().execute(async (trx) => {
    const fee = await lock(trx, id);
    const why =
      whyNotDecided(fee, caller.userId, await dayOf(trx)) ??
      (await whyNotConfirmed(trx, caller.userId, fee.proposed_by, decision.agrees));
    if (why) return why;
    const before = await inForce(trx, fee);
    const refusal = decision.agrees ? null : decision.reason;
    await end(trx, id, caller, { outcome: decision.agrees ? 'confirmed' : 'refused', refusal });
    await writeAudit(trx, actor, {
      event: decision.agrees ? 'fee.set' : 'fee.refused',
      record: 'offence',
      id: recordOf(fee),
      before,
      after: {
        proposal: id,
        amount: fee.amount_kobo / 100,
        from: fee.from_day,
        reason: refusal ?? fee.reason,
      },
    });
    return proposalOf(trx, id);
  });
}

/** Takes back a fee that the caller has proposed. */
export async function takeBack(
  db: Database,
  actor: Actor,
  caller: Caller,
  id: string,
): Promise<Outcome<FeeProposal>> {
  return db.transaction().execute(async (trx) => {
    const fee = await lock(trx, id);
    const why = whyNotTakenBack(fee, caller.userId);
    if (why) return why;
    await end(trx, id, caller, { outcome: 'taken back', refusal: null });
    await writeAudit(trx, actor, {
      event: 'fee.taken-back',
      record: 'offence',
      id: recordOf(fee),
      before: { proposal: id, amount: fee.amount_kobo / 100, from: fee.from_day },
      after: null,
    });
    return proposalOf(trx, id);
  });
}

type Fee = Selectable<FeeProposals>;

const recordOf = ({ organisation, offence_id }: Fee) => `${organisation} ${offence_id}`;

async function dayOf(trx: Transaction<DB>): Promise<string> {
  const { day } = await trx
    .selectNoFrom(sql<string>`${today}::text`.as('day'))
    .executeTakeFirstOrThrow();
  return day;
}

function lock(trx: Transaction<DB>, id: string): Promise<Fee> {
  return trx
    .selectFrom('fee_proposals')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function end(
  trx: Transaction<DB>,
  id: string,
  { userId }: Caller,
  how: Pick<Fee, 'outcome' | 'refusal'>,
): Promise<void> {
  await trx
    .updateTable('fee_proposals')
    .set({ ...how, decided_by: userId, decided_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** The fee that is set for the same day, as an audit row tells it; null where there is none. */
async function inForce(trx: Transaction<DB>, fee: Fee) {
  const { organisation, demo, offence_id, from_day } = fee;
  const set = await trx
    .selectFrom('offence_fees')
    .select(['amount_kobo', 'reason'])
    .where((eb) => eb.and({ organisation, demo, offence_id, from_day }))
    .executeTakeFirst();
  return set ? { amount: set.amount_kobo / 100, from: from_day, reason: set.reason } : null;
}
