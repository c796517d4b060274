import { type Selectable, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { ulid } from 'ulid';
import type { BodyOf } from '#contract/endpoint.ts';
import type { FeeProposal, proposeFee } from '#contract/fees.ts';
import type { Offence } from '#contract/offences.ts';
import type { Organisation } from '#contract/places.ts';
import type { Decision } from '#contract/second-person.ts';
import type { Database } from '#server/db/database.ts';
import type { DB, FeeProposals } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Outcome, Refusal } from '#server/http/refusal.ts';
import { proposalOf } from './fees.ts';
import { today } from './queries.ts';
import { waitsAlready, whyNotFrom, whyNotInTime } from './rules.ts';

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

/** A fee of a list. `amount` is naira. */
export interface ListedChange {
  readonly offence: Offence;
  readonly amount: number;
}

/**
 * Proposes many fees of an organisation from one day on, all or none. 400 for a day that has begun,
 * 409 while another fee of one of them waits for the same day.
 */
export async function proposeAll(
  db: Database,
  actor: Actor,
  caller: Caller,
  organisation: Organisation,
  { fees, from, reason }: { fees: readonly ListedChange[]; from: string; reason: string },
): Promise<Outcome<number>> {
  const ids = fees.map(() => ulid()).sort();
  const [gazette = null] = ids.length > 1 ? ids : [];
  return db
    .transaction()
    .execute(async (trx): Promise<Outcome<number>> => {
      const why = whyNotFrom(from, await dayOf(trx));
      if (why) return why;
      const ordered = fees.toSorted((a, b) => (a.offence.id < b.offence.id ? -1 : 1));
      const rows = ordered.map(({ offence, amount }, place) => ({
        id: ids[place] ?? ulid(),
        organisation,
        offence_id: offence.id,
        from_day: from,
        amount_kobo: amount * 100,
        reason,
        proposed_by: caller.userId,
        demo: caller.demo,
        gazette,
      }));
      const proposed = await trx.insertInto('fee_proposals').values(rows).returningAll().execute();
      for (const fee of proposed)
        await writeAudit(trx, actor, {
          event: 'fee.proposed',
          record: 'offence',
          id: recordOf(fee),
          before: await inForce(trx, fee),
          after: { proposal: fee.id, amount: fee.amount_kobo / 100, from, reason, gazette },
        });
      return proposed.length;
    })
    .catch(ifWaits);
}

/** Somebody proposed one of them meanwhile. */
function ifWaits(error: unknown): Refusal {
  if (error instanceof pg.DatabaseError && error.code === '23505') return waitsAlready;
  throw error;
}

/** Confirms a proposed fee, which is set with it, or refuses it. */
export async function decide(
  db: Database,
  actor: Actor,
  caller: Caller,
  id: string,
  decision: Decision,
): Promise<Outcome<FeeProposal>> {
  return db.transaction().execute(async (trx) => {
    const [fee, all] = await lock(trx, id);
    const why =
      whyNotEnded('fee', standingOf(fee), caller.userId, true) ??
      whyNotInTime(fee.from_day, await dayOf(trx)) ??
      (await whyNotConfirmed(trx, caller.userId, fee.proposed_by, decision.agrees));
    if (why) return why;
    const refusal = decision.agrees ? null : decision.reason;
    const rows = [];
    for (const one of all)
      rows.push({
        event: decision.agrees ? ('fee.set' as const) : ('fee.refused' as const),
        record: 'offence' as const,
        id: recordOf(one),
        before: await inForce(trx, one),
        after: {
          proposal: one.id,
          amount: one.amount_kobo / 100,
          from: one.from_day,
          reason: refusal ?? one.reason,
        },
      });
    await end(trx, all, caller, { outcome: decision.agrees ? 'confirmed' : 'refused', refusal });
    for (const row of rows) await writeAudit(trx, actor, row);
    return proposalOf(trx, id);
  });
}

const standingOf = ({ outcome, proposed_by }: Pick<FeeProposals, 'outcome' | 'proposed_by'>) => ({
  state: outcome ?? 'waiting',
  proposer: proposed_by,
});

/** Takes back a fee that the caller has proposed. */
export async function takeBack(
  db: Database,
  actor: Actor,
  caller: Caller,
  id: string,
): Promise<Outcome<FeeProposal>> {
  return db.transaction().execute(async (trx) => {
    const [fee, all] = await lock(trx, id);
    const why = whyNotEnded('fee', standingOf(fee), caller.userId, false);
    if (why) return why;
    await end(trx, all, caller, { outcome: 'taken back', refusal: null });
    for (const one of all)
      await writeAudit(trx, actor, {
        event: 'fee.taken-back',
        record: 'offence',
        id: recordOf(one),
        before: { proposal: one.id, amount: one.amount_kobo / 100, from: one.from_day },
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

/** A proposed fee, and all that were proposed together, in one order. */
async function lock(trx: Transaction<DB>, id: string): Promise<readonly [Fee, readonly Fee[]]> {
  const asked = trx.selectFrom('fee_proposals').where('id', '=', id);
  const all = await trx
    .selectFrom('fee_proposals')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', id), eb('gazette', '=', asked.select('gazette'))]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const fee = all.find((one) => one.id === id);
  if (!fee) throw new Error(`There is no proposed fee ${id}.`);
  return [fee, all];
}

async function end(
  trx: Transaction<DB>,
  fees: readonly Fee[],
  { userId }: Caller,
  how: Pick<Fee, 'outcome' | 'refusal'>,
): Promise<void> {
  await trx
    .updateTable('fee_proposals')
    .set({ ...how, decided_by: userId, decided_at: new Date() })
    .where(
      'id',
      'in',
      fees.map(({ id }) => id),
    )
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
