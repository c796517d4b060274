import type { Kysely } from 'kysely';
import {
  type Duty,
  type DutyName,
  dutySchema,
  heldDuties,
  type listDuties,
} from '#contract/duties.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { nameThen } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { findToChange } from '#server/features/users/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenOrganisation, theWholeOrganisation } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';

const isOver = (until: string | null): boolean => until !== null && until < dayOf(new Date());

const dutiesIn = (db: Kysely<DB>, { scope }: Caller) =>
  db
    .selectFrom('duties')
    .innerJoin('users', 'users.id', 'proposed_by')
    .leftJoin('users as decider', 'decider.id', 'decided_by')
    .where(inScope('duties', { ...scope, zone: null }))
    .select(['duties.id', 'duty', 'organisation', 'until', 'duties.state', 'refusal'])
    .select(['user_id as user', 'proposed_by as proposer', 'proposed_at', 'decided_at'])
    .select(nameThen('users', 'proposed_at').as('proposedBy'))
    .select(nameThen('decider', 'decided_at').as('decidedBy'));

type Row = Awaited<ReturnType<ReturnType<typeof dutiesIn>['executeTakeFirstOrThrow']>>;

const toWire = ({ proposed_at, decided_at, ...row }: Row): Duty =>
  dutySchema.parse({
    ...row,
    state: row.state === 'in force' && isOver(row.until) ? 'ended' : row.state,
    refusal: row.refusal ?? '',
    proposedAt: proposed_at.toISOString(),
    decidedAt: decided_at?.toISOString() ?? null,
  });

export async function dutiesOf(
  db: Kysely<DB>,
  caller: Caller,
  { user, organisation }: QueryOf<typeof listDuties>,
): Promise<Outcome<Duty[]>> {
  const scope = chosenOrganisation(caller.scope, organisation);
  if (scope instanceof Refusal) return scope;
  const found = user === undefined ? null : await findToChange(db, caller, user, 'see users');
  if (found instanceof Refusal) return found;
  const rows = await dutiesIn(db, { ...caller, scope })
    .where('user_id', 'is not distinct from', user ?? null)
    .distinctOn(['duty', 'organisation', 'duties.demo'])
    .orderBy('duty')
    .orderBy('organisation')
    .orderBy('duties.demo')
    .orderBy('duties.id', 'desc')
    .execute();
  return rows.map(toWire);
}

/** One duty, for those who decide it: 404 beyond their scope, 403 for who sees one zone. */
export async function findDuty(db: Kysely<DB>, caller: Caller, id: string): Promise<Outcome<Duty>> {
  const row = await dutiesIn(db, caller).where('duties.id', '=', id).executeTakeFirst();
  if (!row) return notFound('duty');
  const duty = toWire(row);
  const whole = theWholeOrganisation(caller.scope, duty.organisation);
  return whole instanceof Refusal ? whole : duty;
}

/** True if a duty of an account, or without one a switch of the organisation, is in force. */
export async function isInForce(
  db: Kysely<DB>,
  which: {
    readonly duty: DutyName;
    readonly user: string | null;
    readonly organisation: string;
    readonly demo: boolean;
  },
): Promise<boolean> {
  const rows = await db
    .selectFrom('duties')
    .select('until')
    .where('duty', '=', which.duty)
    .where('user_id', 'is not distinct from', which.user)
    .where('organisation', '=', which.organisation)
    .where('demo', '=', which.demo)
    .where('state', '=', 'in force')
    .execute();
  return rows.some(({ until }) => !isOver(until));
}

/** Null for an account that holds the duty in the organisation, else a 403. */
export async function whyNoDuty(
  db: Kysely<DB>,
  { userId: user, demo }: Pick<Caller, 'userId' | 'demo'>,
  organisation: string,
  duty: keyof typeof heldDuties,
): Promise<Refusal | null> {
  if (await isInForce(db, { duty, user, organisation, demo })) return null;
  const needs = `This needs the duty of a ${heldDuties[duty].toLowerCase()}.`;
  return new Refusal(403, 'no_duty', `${needs} Two state admins give it, under Users.`);
}
