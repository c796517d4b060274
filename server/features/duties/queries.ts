import { type Kysely, sql } from 'kysely';
import {
  type Duty,
  type DutyName,
  dutySchema,
  heldDuties,
  type listDuties,
} from '#contract/duties.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { DB } from '#server/db/tables.ts';
import { proposalsOf } from '#server/features/decisions/queries.ts';
import { findToChange } from '#server/features/users/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenOrganisation, theWholeOrganisation } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';

/** The id of its holder; null of a switch. */
const holder = sql<string | null>`proposals.body ->> 'user'`;

const isOver = (until: string | null): boolean => until !== null && until < dayOf(new Date());

const dutiesIn = (db: Kysely<DB>, { scope }: Caller) =>
  proposalsOf(db, 'duty')
    .leftJoin('duties', 'duties.id', 'proposals.id')
    .where(inScope('proposals', { ...scope, zone: null }))
    .select([
      'duties.id as given',
      'duties.ended_at',
      sql<string>`proposals.body ->> 'duty'`.as('duty'),
      holder.as('user'),
      sql<string | null>`proposals.body ->> 'until'`.as('until'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof dutiesIn>['executeTakeFirstOrThrow']>>;

function stateOf({ outcome, given, ended_at, until }: Row): string {
  if (outcome !== 'confirmed') return outcome ?? 'waiting';
  return given === null || ended_at !== null || isOver(until) ? 'ended' : 'in force';
}

const toWire = (row: Row): Duty =>
  dutySchema.parse({
    id: row.id,
    duty: row.duty,
    user: row.user,
    organisation: row.organisation,
    until: row.until,
    state: stateOf(row),
    proposer: row.proposed_by,
    proposedBy: row.by?.name,
    proposedAt: row.proposed_at.toISOString(),
    decidedBy: row.decider?.name ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    refusal: row.refusal ?? '',
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
    .where(holder, 'is not distinct from', user ?? null)
    .distinctOn(['duty', 'proposals.organisation', 'proposals.demo'])
    .orderBy('duty')
    .orderBy('proposals.organisation')
    .orderBy('proposals.demo')
    .orderBy('proposals.id', 'desc')
    .execute();
  return rows.map(toWire);
}

/** One duty, for those who decide it: 404 beyond their scope, 403 for who sees one zone. */
export async function findDuty(db: Kysely<DB>, caller: Caller, id: string): Promise<Outcome<Duty>> {
  const row = await dutiesIn(db, caller).where('proposals.id', '=', id).executeTakeFirst();
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
    .where('ended_at', 'is', null)
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
