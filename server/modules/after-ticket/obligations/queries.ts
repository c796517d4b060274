import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Obligation,
  type ObligationKind,
  obligationRegister,
  obligations,
  obligationSchema,
  type ObligationState,
} from '#contract/modules/after-ticket/obligations.ts';
import { daysToAnswer } from '#contract/waiting.ts';
import type { QueueOfKind, StillOpen } from '#server/acts/part.ts';
import { personIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { dayOf, today } from '#server/features/offences/queries.ts';
import type { Scope } from '#server/http/caller.ts';
import { registerRead } from '#server/lists/register.ts';
import { columnsOf } from '#server/lists/table.ts';
import { waitsForAnswer } from '#server/modules/after-ticket/disputes/queries.ts';
import { heldOn } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { inScope } from '#server/scope/conditions.ts';

/** None is overdue while the dispute of its ticket waits. */
const isOver = sql<boolean>`(obligations.state = 'open' and obligations.due_day < ${today}
  and not ${waitsForAnswer})`;

const stateIs = (state: ObligationState) => sql<boolean>`obligations.state = ${state}`;

/** Only the trail knows when. */
const waivedAt = sql<Date | null>`case when obligations.state = 'waived' then (
  select max(at) from audit
  where record_type = 'booking' and record_id = obligations.booking_id
    and event = 'booking.obligation-waived' and after ->> 'obligation' = obligations.place::text) end`;

export const columns = [
  'booking_id as booking',
  'place',
  'kind',
  'words',
  'offence_id as offence',
  'obligations.organisation',
  'obligations.zone',
  'obligations.due_day as dueDay',
  'acted_at',
  sql<string>`booking_id || '-' || place`.as('id'),
  sql<string>`coalesce(nullif(registration, ''), license)`.as('plate'),
  sql<string>`case when ${isOver} then 'overdue' else obligations.state end`.as('state'),
  sql<string>`coalesce(reason, '')`.as('reason'),
  personIn('bookings.created_by', 'bookings.created_at').as('issuedBy'),
  personIn('obligations.acted_by', 'obligations.acted_at').as('by'),
  personIn('obligations.waived_by', 'obligations.acted_at').as('waivedBy'),
  waivedAt.as('waived_at'),
] as const;

interface Stepped extends Record<string, unknown> {
  readonly acted_at: Date | null;
  readonly waived_at: Date | null;
}

export const toWire = ({ acted_at, waived_at, ...row }: Stepped): Obligation =>
  obligationSchema.parse({
    ...row,
    at: acted_at?.toISOString() ?? null,
    waivedAt: waived_at?.toISOString() ?? null,
  });

const { text } = columnsOf<Obligation>();

export const readObligations = registerRead(obligationRegister, {
  rows: (db, scope, { kind, booking, from, to }) =>
    db
      .selectFrom('obligations')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .where(inScope('obligations', scope))
      .$if(booking !== undefined, (those) => those.where('booking_id', '=', booking ?? ''))
      .$if(kind !== undefined, (those) => those.where('kind', '=', kind ?? ''))
      .$if(from !== undefined, (those) => those.where('obligations.due_day', '>=', from ?? ''))
      .$if(to !== undefined, (those) => those.where('obligations.due_day', '<=', to ?? '')),
  states: {
    overdue: isOver,
    open: sql`obligations.state in ('open', 'waiver asked')`,
    'waiver asked': stateIs('waiver asked'),
    done: stateIs('done'),
    waived: stateIs('waived'),
    void: stateIs('void'),
  },
  shown: (those) =>
    those
      .select(columns)
      .orderBy('obligations.due_day', (day) => day.asc().nullsLast())
      .orderBy('booking_id')
      .orderBy('place'),
  toWire,
  columns: [
    text('Plate', 14, ({ plate }) => plate),
    text('Kind', 22, ({ kind }) => obligations[kind].words),
    text('Obligation', 28, ({ words }) => words),
    text('Offence', 10, ({ offence }) => offence),
    text('Organisation', 14, ({ organisation }) => organisation),
    text('Zone', 16, ({ zone }) => zone),
    text('Due', 12, ({ dueDay }) => dueDay ?? ''),
    text('Status', 14, ({ state }) => state),
    text('Reason', 40, ({ reason }) => reason),
  ],
  ticket: sql.ref('obligations.booking_id'),
});

/** The words of an open obligation of these kinds; null where none is open. */
export async function heldBy(
  db: Kysely<DB>,
  booking: string,
  kinds: readonly ObligationKind[],
): Promise<string | null> {
  if (kinds.length === 0) return null;
  const row = await db
    .selectFrom('obligations')
    .select('words')
    .where('booking_id', '=', booking)
    .where('kind', 'in', kinds)
    .where('state', 'in', ['open', 'waiver asked'])
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();
  return row?.words ?? null;
}

/**
 * Number and kobo of an officer's paid tickets whose vehicle an open obligation keeps, by the rules of
 * each ticket's day.
 */
export const keptVehicles = (scope: Scope, officer: string): RawBuilder<unknown> => sql`
  select count(*) as count, coalesce(sum(price_kobo), 0)::bigint as kobo
  from bookings
  where ${inScope('bookings', scope)} and (bookings.paid and not bookings.completed)
    and bookings.created_by = ${officer} and exists (
      select from obligations cross join lateral (
        select rules from ticket_rules
        where organisation = bookings.organisation and demo = bookings.demo
          and ${heldOn(dayOf(sql`coalesce(bookings.made_at, bookings.created_at)`))}
      ) as held
      where obligations.booking_id = bookings.id
        and obligations.state in ('open', 'waiver asked')
        and held.rules -> 'holds' @> to_jsonb(obligations.kind))`;

/** The open obligations of a ticket, without a check of scope. */
export const stillOpenOf = (db: Kysely<DB>, booking: string): Promise<StillOpen[]> =>
  db
    .selectFrom('obligations')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('words')
    .select(
      sql<string | null>`case when not ${waitsForAnswer} then obligations.due_day::text end`.as(
        'dueDay',
      ),
    )
    .where('booking_id', '=', booking)
    .where('state', 'in', ['open', 'waiver asked'])
    .orderBy('place')
    .execute();

/** An obligation that falls due on another day, Africa/Lagos. */
export interface MovedObligation {
  readonly place: number;
  readonly words: string;
  readonly was: string;
  readonly is: string;
}

/** The days of obligations before or after a move, as the trail tells them. */
export const daysInWords = (moved: readonly MovedObligation[], at: 'was' | 'is'): string[] =>
  moved.map((one) => `${one.words}, due ${one[at]}`);

/** Waivers that were asked for. Whoever issued the ticket decides none. */
export const waiversToConfirm: QueueOfKind = {
  rows: ({ scope, userId }) => sql`
    select booking_id || '-' || place, obligations.organisation, obligations.zone, acted_at,
      acted_by, booking_id, words, null::jsonb
    from obligations join bookings on bookings.id = booking_id
    where ${inScope('obligations', scope)} and state = 'waiver asked'
      and bookings.created_by <> ${userId}`,
  late: {
    count: sql`select count(*) from obligations
      where not demo and state = 'waiver asked'
        and acted_at < now() - make_interval(days => ${daysToAnswer})`,
    words: (many) =>
      many === 1
        ? `A waiver has waited more than ${daysToAnswer} days for a second person to confirm it.`
        : `${many} waivers have waited more than ${daysToAnswer} days for a second person to confirm them.`,
  },
};
