import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Duty,
  type DutyName,
  dutySchema,
  type HeldDuty,
  heldDuties,
  type listDuties,
} from '#contract/duties.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { may, type Permission, roles } from '#contract/roles.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { proposalsOf } from '#server/features/decisions/queries.ts';
import { today } from '#server/features/offences/queries.ts';
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
      sql<{ by: object; at: string; reason: string } | null>`(
        select json_build_object('reason', reason, 'at', proposed_at,
          'by', ${personIn('waiting.proposed_by', 'waiting.proposed_at')})
        from proposals as waiting
        where waiting.kind = 'switch-off' and waiting.subject = duties.id
          and waiting.outcome is null)`.as('ending'),
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
    ending: row.ending && { ...row.ending, at: new Date(row.ending.at).toISOString() },
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

/** The duties that the caller holds in force, and the switches that are on where the caller looks. */
export async function ownDuties(
  db: Kysely<DB>,
  { userId, demo, scope }: Pick<Caller, 'userId' | 'demo' | 'scope'>,
): Promise<DutyName[]> {
  const rows = await db
    .selectFrom('duties')
    .select(['duty', 'until'])
    .distinct()
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('user_id', 'is', null)]))
    .where(inScope('duties', { ...scope, zone: null }))
    .where('demo', '=', demo)
    .where('ended_at', 'is', null)
    .execute();
  return rows.filter(({ until }) => !isOver(until)).map(({ duty }) => duty as DutyName);
}

/** Where a duty is needed; null for a zone or issuer that doesn't matter. */
interface DutyPlace {
  readonly organisation: RawBuilder<unknown> | string;
  readonly demo: RawBuilder<unknown> | boolean;
  readonly zone: RawBuilder<unknown> | string | null;
  /** This person issued the ticket, and judges nothing about it. */
  readonly issuer: RawBuilder<unknown> | string | null;
  /** What keeps the account of the row `holder` from it. */
  readonly not?: RawBuilder<boolean> | undefined;
}

/** Somebody who may do the act holds its duty in force, reaches its place and isn't the issuer. */
export const isHeldBySomebody = (
  duty: HeldDuty,
  permission: Permission,
  { organisation, demo, zone, issuer, not = sql<boolean>`false` }: DutyPlace,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from duties as held join users as holder on holder.id = held.user_id
  where held.duty = ${duty} and held.organisation = ${organisation} and held.demo = ${demo}
    and held.ended_at is null and (held.until is null or held.until >= ${today})
    and holder.active and holder.role = any(${rolesThat(permission)}::text[])
    and (holder.zone is null or ${zone}::text is null or holder.zone = ${zone})
    and holder.id is distinct from ${issuer} and not ${not})`;

const rolesThat = (permission: Permission) => roles.filter((role) => may(role, permission));

/** What an act with a duty is about: its place and, where somebody is judged, the issuer. */
export interface DutyFor {
  readonly organisation: string;
  readonly zone?: string;
  readonly issuer?: string;
  readonly not?: RawBuilder<boolean>;
}

/**
 * Null for an account that holds the duty in the organisation, and for its state admins while nobody
 * holds it who could do this. Else a 403.
 */
export async function whyNoDuty(
  db: Kysely<DB>,
  { userId: user, demo, role }: Pick<Caller, 'userId' | 'demo' | 'role'>,
  { organisation, zone, issuer, not }: DutyFor,
  { duty, permission }: { readonly duty: HeldDuty; readonly permission: Permission },
): Promise<Refusal | null> {
  if (await isInForce(db, { duty, user, organisation, demo })) return null;
  if (role === 'state admin') {
    const place = { organisation, demo, zone: zone ?? null, issuer: issuer ?? null, not };
    const { held } = await db
      .selectNoFrom(isHeldBySomebody(duty, permission, place).as('held'))
      .executeTakeFirstOrThrow();
    if (!held) return null;
  }
  const needs = `Only people with the duty “${heldDuties[duty]}” can do this.`;
  return new Refusal(
    403,
    'no_duty',
    `${needs} Two state admins can give you this duty under Users.`,
  );
}
