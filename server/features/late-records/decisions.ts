import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { LateRecord, TakenOutRecord, takeOutRecord } from '#contract/late-records.ts';
import { madeBefore } from '#server/db/made-at.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit, writeFirstAudit } from '#server/features/audit/commands.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { whyNotUndone } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { organisationFor, zoneFor } from '#server/scope/rules.ts';
import { hasArrived } from './commands.ts';
import { findLateRecord, takenOutBy } from './queries.ts';
import { arrivedAlready, timeOnTheWay, whyNotDecidedBy } from './rules.ts';

/**
 * A superior lets a late record in or keeps it out, once only. Nobody decides their own, or that of
 * an officer whose password they know.
 */
export async function decide(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  record: LateRecord,
  { letIn, reason }: { readonly letIn: boolean; readonly reason: string },
): Promise<Outcome<LateRecord>> {
  const refusal =
    whyNotDecidedBy(caller.userId, record) ??
    (await whyNotUndone(deps.db, caller.userId, record.officer.id));
  if (refusal) return refusal;
  const isFirst = await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('late_records')
      .set({
        let_in: letIn,
        reason,
        decided_by: caller.userId,
        decided_at: sql<Date>`now()`,
      })
      .where('id', '=', record._id)
      .where('let_in', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!row) return false;
    await writeAudit(trx, actor, {
      event: letIn ? 'record.let-in' : 'record.kept-out',
      record: 'late record',
      id: record._id,
      before: { letIn: null },
      after: { letIn, reason, officer: record.officer.id, madeAt: record.madeAt },
    });
    return true;
  });
  const now = await findLateRecord(deps.db, caller, record._id);
  if (now instanceof Refusal) return now;
  return isFirst ? now : (whyNotDecidedBy(caller.userId, now) ?? now);
}

interface TakenOut {
  readonly record: TakenOutRecord;
  /** False for a repeat. */
  readonly isNew: boolean;
}

/** Writes down what an officer took out of a device, and why; a repeat changes nothing. */
export async function takeOut(
  { db }: Deps,
  actor: Actor,
  caller: Caller,
  body: BodyOf<typeof takeOutRecord>,
): Promise<Outcome<TakenOut>> {
  const zone = zoneFor(body.zone, caller.scope);
  const organisation = organisationFor({ ...body, zone }, caller.scope, areasOf);
  if (organisation instanceof Refusal) return organisation;
  const onTheWay = timeOnTheWay(body.capture);
  const { _id: id, kind, label, reason, toldPrice } = body;
  const officer = caller.userId;
  const isNew = await db.transaction().execute(async (trx) => {
    if (await hasArrived(trx, id)) return arrivedAlready;
    const inserted = await trx
      .insertInto('taken_out_records')
      .values({
        id,
        kind,
        organisation,
        zone,
        label,
        officer,
        reason,
        demo: caller.demo,
        told_kobo: toldPrice === null ? null : toldPrice * 100,
        // A clock that was set back says nothing about when it was made.
        made_at: madeBefore(onTheWay instanceof Refusal ? 0 : onTheWay),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    await writeFirstAudit(trx, actor, {
      event: 'record.taken-out',
      record: 'taken-out record',
      id,
      before: null,
      after: { kind, organisation, zone, toldPrice, reason },
    });
    return true;
  });
  if (isNew instanceof Refusal) return isNew;
  const record = await takenOutBy(db, officer, id);
  return record ? { record, isNew } : arrivedAlready;
}
