import type { Kysely } from 'kysely';
import type { z } from 'zod';
import {
  type Duty,
  dutySchema,
  dutyWords,
  type proposeDuty,
  type proposeSwitchOff,
} from '#contract/duties.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { stateOfOrganisation } from '#contract/places.ts';
import type { Decision } from '#contract/second-person.ts';
import { happened } from '#server/acts/happened.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import type { DB } from '#server/db/tables.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import { findToChange } from '#server/features/users/queries.ts';
import type { Taker } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import { theWholeOrganisation } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';
import { findDuty } from './queries.ts';

const toOneself = new Refusal(
  409,
  'own_duty',
  'You cannot give yourself a duty. Ask another state admin.',
);

const proposed = dutySchema.pick({ duty: true, user: true, until: true });
type Proposed = z.infer<typeof proposed>;

const switchOffBody = dutySchema.pick({ duty: true, until: true });
type SwitchOff = z.infer<typeof switchOffBody>;

const switchedOffByTwo = new Refusal(
  409,
  'by_two',
  'Two state admins must agree to turn this off. Propose to turn it off, and enter a reason.',
);

const notASwitch = new Refusal(409, 'no_switch', 'This is a duty. One state admin can end it.');

const notOn = new Refusal(
  409,
  'not_on',
  'Somebody has already turned this off. Reload the page to see the latest.',
);

const nothingWaits = new Refusal(
  409,
  'none_waits',
  'Nobody has proposed to turn this off. Reload the page to see the latest.',
);

/** A duty is written down in the record of its holder; a switch in that of the organisation. */
function said(
  id: string,
  { organisation, duty, user, until }: Proposed & { readonly organisation: string },
  [before, state]: readonly [Duty['state'] | null, Duty['state']],
  refusal: string | null = null,
) {
  return {
    ...(user === null
      ? { record: 'organisation' as const, id: organisation }
      : { record: 'user' as const, id: user }),
    before: before && { proposal: id, state: before },
    after: {
      proposal: id,
      duty,
      organisation,
      until,
      state,
      ...(refusal !== null && { reason: refusal }),
    },
  };
}

const stateAfter = {
  confirmed: 'in force',
  refused: 'refused',
  'taken back': 'taken back',
} as const;

const dutyOrSwitch: decisions.DecidedKind<Proposed> = {
  kind: 'duty',
  body: proposed,
  waitsAlready: new Refusal(
    409,
    'already_proposed',
    'This duty or switch is already in force, or is waiting for a second person to confirm it. Reload the page to see the latest.',
  ),
  whyNotEnded(_, { outcome, body, proposed_by: proposer }, { by, decides }) {
    const standing = { state: outcome ?? 'waiting', proposer };
    const isToOneself = decides && body.user === by;
    return whyNotEnded('duty', standing, by, decides) ?? (isToOneself ? toOneself : null);
  },
  trail: (_, { id, organisation, body }, { outcome, refusal }) =>
    said(id, { ...body, organisation }, ['waiting', stateAfter[outcome]], refusal),
};

/** One whose last day is over makes room. */
export async function propose(
  deps: decisions.DecisionDeps,
  taker: Taker,
  { duty, user: chosenUser, organisation: chosen, ...body }: BodyOf<typeof proposeDuty>,
): Promise<Outcome<Duty>> {
  const { caller } = taker;
  const organisation = theWholeOrganisation(caller.scope, chosen);
  if (organisation instanceof Refusal) return organisation;
  const today = dayOf(new Date());
  const until = body.until ?? null;
  if (until !== null && until < today) return invalid('until', 'Select today or a later day.');
  const holder = chosenUser === undefined ? null : await findToChange(deps.db, caller, chosenUser);
  if (holder instanceof Refusal) return holder;
  if (holder?.id === caller.userId) return toOneself;
  if (holder && (!holder.active || holder.demo !== caller.demo))
    return invalid(
      'user',
      'This account is deactivated or belongs to the demo. Select another one.',
    );
  if (holder?.state && holder.state !== stateOfOrganisation(organisation))
    return invalid('user', `This person does not work for ${organisation}.`);
  const user = holder?.id ?? null;
  return decisions.propose(
    deps,
    taker,
    dutyOrSwitch,
    {
      organisation,
      reason: '',
      parts: [{ subject: user === null ? duty : `${duty} ${user}`, body: { duty, user, until } }],
      async whyNot(trx) {
        const given = await trx
          .selectFrom('duties')
          .select(['id', 'until'])
          .where((eb) => eb.and({ duty, organisation, demo: caller.demo, ended_at: null }))
          .where('user_id', 'is not distinct from', user)
          .forUpdate()
          .executeTakeFirst();
        if (!given) return null;
        if (given.until === null || given.until >= today) return dutyOrSwitch.waitsAlready;
        await trx
          .updateTable('duties')
          .set({ ended_at: new Date() })
          .where('id', '=', given.id)
          .execute();
        return null;
      },
      trail: (_, { id }) => said(id, { duty, user, organisation, until }, [null, 'waiting']),
    },
    (trx, [id = '']) => findDuty(trx, caller, id),
  );
}

/** Gives what somebody else has proposed, or refuses it. */
export const decide = (
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
  decision: Decision,
): Promise<Outcome<Duty>> =>
  decisions.decide(deps, taker, dutyOrSwitch, { id, decision }, (trx) =>
    findDuty(trx, taker.caller, id),
  );

/** One in force ends; a waiting one is taken back by its proposer. */
export async function endOrTakeBack(
  deps: decisions.DecisionDeps,
  taker: Taker,
  id: string,
): Promise<Outcome<Duty>> {
  const { actor, caller } = taker;
  const ended = await deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('duties').select('id').where('id', '=', id).forUpdate().execute();
    const given = await findDuty(trx, caller, id);
    if (given instanceof Refusal) return given;
    if (given.state !== 'in force') return null;
    if (given.user === null) return switchedOffByTwo;
    await trx
      .updateTable('duties')
      .set({ ended_by: caller.userId, ended_at: new Date() })
      .where('id', '=', id)
      .execute();
    const change = said(id, given, ['in force', 'ended']);
    await happened(deps, trx, actor, { event: 'duty.ended', ...change });
    return findDuty(trx, caller, id);
  });
  return (
    ended ??
    decisions.takeBack(deps, taker, dutyOrSwitch, { id }, (trx) => findDuty(trx, caller, id))
  );
}

const switchOff: decisions.DecidedKind<SwitchOff> = {
  kind: 'switch-off',
  body: switchOffBody,
  waitsAlready: new Refusal(
    409,
    'already_proposed',
    'Somebody has already proposed to turn this off. A second person must confirm the proposal. Reload the page to see the latest.',
  ),
  async apply(trx, { subject: id }, { caller }) {
    const { numUpdatedRows } = await trx
      .updateTable('duties')
      .set({ ended_by: caller.userId, ended_at: new Date() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 0n ? notOn : null;
  },
  trail(_, { id: ending, subject, organisation, body }, { outcome, refusal }) {
    const row = { record: 'organisation', id: organisation } as const;
    if (outcome === 'confirmed') {
      const { before, after } = said(subject, { ...body, user: null, organisation }, [
        'in force',
        'ended',
      ]);
      return { ...row, before, after: { ...after, ending } };
    }
    return {
      ...row,
      before: { ending, state: 'waiting' },
      after: { ending, state: outcome, ...(refusal !== null && { reason: refusal }) },
    };
  },
};

/** Proposes to switch off what is on. */
export async function proposeToSwitchOff(
  deps: decisions.DecisionDeps,
  taker: Taker,
  { id, duty, user, organisation, until }: Duty,
  { reason }: BodyOf<typeof proposeSwitchOff>,
): Promise<Outcome<Duty>> {
  if (user !== null) return notASwitch;
  return decisions.propose(
    deps,
    taker,
    switchOff,
    {
      organisation,
      reason,
      parts: [{ subject: id, body: { duty, until } }],
      async whyNot(trx) {
        await trx.selectFrom('duties').select('id').where('id', '=', id).forUpdate().execute();
        const given = await findDuty(trx, taker.caller, id);
        if (given instanceof Refusal) return given;
        return given.state === 'in force' ? null : notOn;
      },
      trail: (_, { id: ending }) => ({
        record: 'organisation',
        id: organisation,
        before: null,
        after: { ending, duty, state: 'waiting', reason },
      }),
    },
    (trx) => findDuty(trx, taker.caller, id),
  );
}

const waitingOff = async (db: Kysely<DB>, { id: subject }: Duty) =>
  (await db
    .selectFrom('proposals')
    .select('id')
    .where((eb) => eb.and({ kind: 'switch-off', subject, outcome: null }))
    .executeTakeFirst()) ?? nothingWaits;

/** Switches off what somebody else has proposed to, or refuses it. */
export async function decideToSwitchOff(
  deps: decisions.DecisionDeps,
  taker: Taker,
  duty: Duty,
  decision: Decision,
): Promise<Outcome<Duty>> {
  const waiting = await waitingOff(deps.db, duty);
  if (waiting instanceof Refusal) return waiting;
  return decisions.decide(deps, taker, switchOff, { id: waiting.id, decision }, (trx) =>
    findDuty(trx, taker.caller, duty.id),
  );
}

/** Takes back what the caller has proposed. */
export async function takeBackSwitchingOff(
  deps: decisions.DecisionDeps,
  taker: Taker,
  duty: Duty,
): Promise<Outcome<Duty>> {
  const waiting = await waitingOff(deps.db, duty);
  if (waiting instanceof Refusal) return waiting;
  return decisions.takeBack(deps, taker, switchOff, waiting, (trx) =>
    findDuty(trx, taker.caller, duty.id),
  );
}

export const switchesToTurnOff: QueueOfKind = {
  opens: ({ organisation }) => organisation ?? '',
  words: ({ body, about }) => `${dutyWords[switchOffBody.parse(body).duty]}: ${about}`,
};

export const dutiesToConfirm: QueueOfKind = {
  opens: ({ body, organisation }) => proposed.parse(body).user ?? organisation ?? '',
  words({ body, about }) {
    const { duty, user } = proposed.parse(body);
    return `${dutyWords[duty]}: ${user === null ? 'turn on' : about}`;
  },
};
