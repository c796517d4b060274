import type { Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { Duty, proposeDuty } from '#contract/duties.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Decision } from '#contract/second-person.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { findToChange, whyNotConfirmed, whyNotEnded } from '#server/features/users/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { theWholeOrganisation } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';
import { findDuty } from './queries.ts';

interface Taker {
  readonly actor: Actor;
  readonly caller: Caller;
}

const alreadyStands = new Refusal(
  409,
  'already_proposed',
  'It waits for a second person, or is in force already. Look at it again.',
);
const toOneself = new Refusal(409, 'own_duty', 'Nobody gives a duty to themselves. Ask another.');

const eventOf = {
  waiting: 'duty.proposed',
  'in force': 'duty.given',
  refused: 'duty.refused',
  'taken back': 'duty.taken-back',
  ended: 'duty.ended',
} as const;

/** Writes a duty down in the record of its holder; a switch in that of the organisation. */
async function written(
  trx: Transaction<DB>,
  { actor, caller }: Taker,
  id: string,
  before: Duty['state'] | null,
): Promise<Outcome<Duty>> {
  const is = await findDuty(trx, caller, id);
  if (is instanceof Refusal) return is;
  const { duty, user, organisation, state, until, refusal: reason } = is;
  await writeAudit(trx, actor, {
    event: eventOf[state],
    ...(user === null
      ? { record: 'organisation', id: organisation }
      : { record: 'user', id: user }),
    before: before && { proposal: id, state: before },
    after: { proposal: id, duty, organisation, until, state, ...(reason !== '' && { reason }) },
  });
  return is;
}

/** One whose last day is over makes room. */
export async function propose(
  db: Database,
  taker: Taker,
  { duty, user, organisation: chosen, ...body }: BodyOf<typeof proposeDuty>,
): Promise<Outcome<Duty>> {
  const { caller } = taker;
  const organisation = theWholeOrganisation(caller.scope, chosen);
  if (organisation instanceof Refusal) return organisation;
  const today = dayOf(new Date());
  const until = body.until ?? null;
  if (until !== null && until < today) return invalid('until', 'Choose a last day to come.');
  const holder = user === undefined ? null : await findToChange(db, caller, user);
  if (holder instanceof Refusal) return holder;
  if (holder?.id === caller.userId) return toOneself;
  if (holder && (!holder.active || holder.demo !== caller.demo))
    return invalid('user', 'This account is closed, or of the demo. Choose another.');
  if (holder?.state && holder.state !== stateOfOrganisation(organisation))
    return invalid('user', `This account doesn’t work for ${organisation}.`);
  const id = ulid();
  const own = { duty, organisation, demo: caller.demo };
  const user_id = holder?.id ?? null;
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('duties')
      .set({ state: 'ended', ended_at: new Date() })
      .where((eb) => eb.and({ ...own, state: 'in force' }))
      .where('user_id', 'is not distinct from', user_id)
      .where('until', '<', today)
      .execute();
    const inserted = await trx
      .insertInto('duties')
      .values({ id, ...own, user_id, until, state: 'waiting', proposed_by: caller.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted ? written(trx, taker, id, null) : alreadyStands;
  });
}

/**
 * Gives what somebody else has proposed, or refuses it. Without a decision one in force ends, or its
 * proposer takes a waiting one back.
 */
export async function endOrDecide(
  db: Database,
  taker: Taker,
  id: string,
  decision?: Decision,
): Promise<Outcome<Duty>> {
  const by = taker.caller.userId;
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('duties').select('id').where('id', '=', id).forUpdate().execute();
    const found = await findDuty(trx, taker.caller, id);
    if (found instanceof Refusal) return found;
    const ends = decision === undefined && found.state === 'in force';
    const why =
      (ends ? null : whyNotEnded('duty', found, by, decision !== undefined)) ??
      (decision && found.user === by ? toOneself : null) ??
      (decision && (await whyNotConfirmed(trx, by, found.proposer, decision.agrees)));
    if (why) return why;
    const at = new Date();
    const refusal = decision?.agrees === false ? decision.reason : null;
    const state = decision ? (decision.agrees ? 'in force' : 'refused') : 'taken back';
    const decided = { state, refusal, decided_by: by, decided_at: at };
    await trx
      .updateTable('duties')
      .set(ends ? { state: 'ended', ended_by: by, ended_at: at } : decided)
      .where('id', '=', id)
      .execute();
    return written(trx, taker, id, found.state);
  });
}
