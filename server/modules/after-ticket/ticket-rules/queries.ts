import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import {
  type DeclaredDays,
  dueDayOf,
  type TicketRules,
  ticketRulesSchema,
  type TicketRulesVersion,
  ticketRulesVersionSchema,
  withDeclared,
} from '#contract/modules/after-ticket/ticket-rules.ts';
import type { Organisation } from '#contract/places.ts';
import type { NewTicket } from '#server/acts/arrival.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import { proposalsOf } from '#server/features/decisions/queries.ts';
import { dayOf, today } from '#server/features/offences/queries.ts';
import type { Caller } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { theWholeOrganisation } from '#server/scope/rules.ts';

export interface RulesOf {
  readonly organisation: Organisation;
  readonly demo: boolean;
}

const from = sql<string>`body ->> 'from'`;

const versions = (db: Kysely<DB>) =>
  proposalsOf(db, 'set of rules').select([
    from.as('from'),
    sql`body -> 'rules'`.as('rules'),
    sql<boolean>`(${from})::date <= ${today}`.as('hasCome'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;

/** A proposal whose day came before anybody decided it has lapsed. */
export const stateOf = (outcome: string | null, hasCome: boolean): string =>
  outcome ?? (hasCome ? 'lapsed' : 'waiting');

const toWire = (row: Row): TicketRulesVersion => {
  const { id, from, rules, reason, by, proposed_at, decider, decided_at } = row;
  const { outcome, hasCome, refusal } = row;
  const state = stateOf(outcome, hasCome);
  const at = proposed_at.toISOString();
  const said = {
    id,
    from,
    rules,
    reason,
    by,
    at,
    decidedBy: decider,
    decidedAt: decided_at?.toISOString() ?? null,
    refusal: refusal ?? '',
    state,
  };
  return ticketRulesVersionSchema.parse(said);
};

/** All rules of an organisation. */
export async function versionsOf(
  db: Database,
  { organisation, demo }: RulesOf,
): Promise<TicketRulesVersion[]> {
  const rows = await versions(db)
    .where((eb) => eb.and({ organisation, demo }))
    .orderBy(from, 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map(toWire);
}

/** Rules for those who decide them: 404 beyond their scope, 403 for who sees one zone. */
export async function findVersion(
  db: Kysely<DB>,
  { scope, demo }: Caller,
  id: string,
): Promise<Outcome<TicketRulesVersion>> {
  const row = await versions(db)
    .where(inScope('proposals', { ...scope, zone: null }))
    .where((eb) => eb.and({ id, demo }))
    .executeTakeFirst();
  if (!row) return notFound('set of rules');
  const whole = theWholeOrganisation(scope, row.organisation as Organisation);
  return whole instanceof Refusal ? whole : toWire(row);
}

/**
 * Ends a query of `ticket_rules`: those of a day; of a day before the first ones, those, once they
 * are in force.
 */
export const heldOn = (day: RawBuilder<string>): RawBuilder<unknown> => sql`
  from_day <= greatest(${day}, ${today})
  order by from_day <= ${day} desc, case when from_day <= ${day} then from_day end desc, from_day
  limit 1`;

const calendar = sql`hashtextextended('calendar', 0)`;

/** Until its transaction ends, nobody changes the calendar by which the caller counts days. */
export const keepCalendar = (trx: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock_shared(${calendar})`.execute(trx);

/** Waits for those who count days, and lets nobody begin before the transaction ends. */
export async function changeCalendar(trx: Kysely<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${calendar})`.execute(trx);
}

const declaredSchema = z.array(
  z.strictObject({ from: z.string(), to: z.string(), name: z.string(), isHoliday: z.boolean() }),
);

const declaredDays = sql`coalesce(jsonb_agg(jsonb_build_object(
  'from', from_day, 'to', to_day, 'name', name, 'isHoliday', is_holiday) order by number), '[]')`;

/** What was declared of days up to a confirmation, by its number. */
export async function declaredUpTo(
  db: Kysely<DB>,
  { organisation, demo }: { readonly organisation: string; readonly demo: boolean },
  number: number,
): Promise<DeclaredDays[]> {
  const { rows } = await sql<{ declared: unknown }>`
    select ${declaredDays} as declared from holidays
    where organisation = ${organisation} and demo = ${demo} and number <= ${number}`.execute(db);
  return declaredSchema.parse(rows[0]?.declared);
}

/**
 * The rules of tickets of a day, with the day and their first; `rules` is null where none hold. Their
 * holidays are those that they list and those that were declared.
 */
export async function rulesOn(
  db: Kysely<DB>,
  { organisation, demo }: RulesOf,
  day: RawBuilder<string> = today,
): Promise<{ readonly day: string; readonly from: string; readonly rules: TicketRules | null }> {
  const { rows } = await sql<{
    day: string;
    from: string | null;
    rules: unknown;
    declared: unknown;
  }>`
    select ${day}::text as day, held.from_day::text as from, held.rules,
      (select ${declaredDays} from holidays
       where organisation = ${organisation} and demo = ${demo}) as declared
    from (select) as one left join lateral (
      select from_day, rules from ticket_rules
      where organisation = ${organisation} and demo = ${demo} and ${heldOn(day)}
      ) as held on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Every day has a row.');
  const rules =
    row.rules === null
      ? null
      : withDeclared(ticketRulesSchema.parse(row.rules), declaredSchema.parse(row.declared));
  return { day: row.day, from: row.from ?? '', rules };
}

/** The rules of a ticket that is made now, or was made at a moment (UTC), with its day. */
export const rulesNow = (db: Kysely<DB>, of: RulesOf, madeAt: RawBuilder<unknown> | null) =>
  rulesOn(db, of, madeAt === null ? today : dayOf(madeAt));

/** The rules of a ticket's own day, by the moment (UTC) when it was made; null where none held. */
export const rulesMade = async (db: Kysely<DB>, of: RulesOf, madeAt: Date | string) =>
  (await rulesOn(db, of, dayOf(sql`${madeAt}::timestamptz`))).rules;

export const rulesOfTicket = (
  db: Kysely<DB>,
  booking: Pick<Booking, 'organisation' | 'demo' | 'createdAt' | 'captured'>,
) => rulesMade(db, booking, booking.captured?.madeAt ?? booking.createdAt);

type NewTicketDays = Pick<NewTicket, 'organisation' | 'officer' | 'madeAt' | 'isLetIn'>;

/** The rules of a new ticket, and the day from which its days count: of one let in, its arrival. */
export async function rulesOfNew(
  db: Kysely<DB>,
  { organisation, officer: { demo }, madeAt, isLetIn }: NewTicketDays,
): Promise<{ readonly day: string; readonly rules: TicketRules | null }> {
  const of = { organisation, demo };
  const { day, from, rules } = await rulesNow(db, of, madeAt);
  if (isLetIn) return { rules, day: (await rulesNow(db, of, null)).day };
  // Of a ticket older than the first rules, days count from their first day.
  return { rules, day: from > day ? from : day };
}

/** The day by which a new ticket is due; null where no rules hold on its day. */
export async function dueDayOfNew(db: Kysely<DB>, ticket: NewTicketDays): Promise<string | null> {
  await keepCalendar(db);
  const { day, rules } = await rulesOfNew(db, ticket);
  return rules && dueDayOf(rules, day);
}
