import { sql } from 'kysely';
import type { decideLateRecord, LateRecord, takeOutRecord } from '#contract/late-records.ts';
import type { Organisation } from '#contract/places.ts';
import type { Steps } from '#server/acts/carry-out.ts';
import { madeBefore } from '#server/db/made-at.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { Refusal } from '#server/http/refusal.ts';
import { organisationFor, zoneFor } from '#server/scope/rules.ts';
import { hasArrived } from './commands.ts';
import { findLateRecord, takenOutBy } from './queries.ts';
import { arrivedAlready, timeOnTheWay, whyNotDecidedBy } from './rules.ts';

/**
 * A superior lets a late record in or keeps it out, once only. Nobody decides their own, or that of
 * an officer whose password they know.
 */
export const deciding: Steps<typeof decideLateRecord, LateRecord, LateRecord> = {
  id: ({ _id }) => _id,
  lock: async (trx, { record: { _id }, caller }) => {
    await trx.selectFrom('late_records').select('id').where('id', '=', _id).forUpdate().execute();
    return findLateRecord(trx, caller, _id);
  },
  rule: (record, { caller }) => whyNotDecidedBy(caller.userId, record),
  first: ({ officer }) => officer.id,
  change: async (trx, { _id, officer, madeAt }, { body: { letIn, reason }, caller }) => {
    await trx
      .updateTable('late_records')
      .set({ let_in: letIn, reason, decided_by: caller.userId, decided_at: sql<Date>`now()` })
      .where('id', '=', _id)
      .execute();
    const before = { letIn: null };
    const after = { letIn, reason, officer: officer.id, madeAt };
    return letIn ? { before, after } : { outcome: 'keptOut', before, after };
  },
  answer: (trx, { caller }, { _id }) => findLateRecord(trx, caller, _id),
};

interface Place {
  readonly organisation: Organisation;
  readonly zone: string;
}

/** Writes down what an officer took out of a device, and why; a repeat changes nothing. */
export const takingOut: Steps<typeof takeOutRecord, undefined, Place & { id: string }> = {
  id: (_none, { id }) => id,
  lock: (_trx, { body, caller }) => {
    const zone = zoneFor(body.zone, caller.scope);
    const place = { organisation: body.organisation, zone };
    const organisation = organisationFor(place, caller.scope, areasOf);
    return Promise.resolve(
      organisation instanceof Refusal ? organisation : { id: body._id, organisation, zone },
    );
  },
  rule: async ({ id }, _call, trx) => ((await hasArrived(trx, id)) ? arrivedAlready : null),
  change: async (trx, { id, organisation, zone }, { body, caller, created }) => {
    const { kind, label, reason, toldPrice } = body;
    const onTheWay = timeOnTheWay(body.capture);
    const inserted = await trx
      .insertInto('taken_out_records')
      .values({
        id,
        kind,
        organisation,
        zone,
        label,
        officer: caller.userId,
        reason,
        demo: caller.demo,
        told_kobo: toldPrice === null ? null : toldPrice * 100,
        // A clock that was set back says nothing about when it was made.
        made_at: madeBefore(onTheWay instanceof Refusal ? 0 : onTheWay),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return [];
    created();
    return { before: null, after: { kind, organisation, zone, toldPrice, reason } };
  },
  answer: async (trx, { caller }, { id }) =>
    (await takenOutBy(trx, caller.userId, id)) ?? arrivedAlready,
};
