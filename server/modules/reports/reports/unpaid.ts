import { type RawBuilder, sql } from 'kysely';
import { type OwedSpan, owedSpans } from '#contract/owed.ts';
import { nameThen } from '#server/db/people.ts';
import { isUnpaid, owedSpanOf } from '#server/db/unpaid.ts';
import { inScope } from '#server/scope/conditions.ts';
import { dayOf } from '#server/time.ts';
import {
  type Body,
  figuresIn,
  listAt,
  naira,
  outstandingOf,
  placeIn,
  rowOf,
  rowsAt,
  type Source,
  sumOf,
  tableOf,
} from './body.ts';
import { left } from './standard.ts';

/** At the end of a past day: its due day as the trail had it, and neither paid nor ended by then. */
export const standingAt = (scope: Source['scope'], at: string): RawBuilder<unknown> => {
  const isAfter = (instant: string) => sql`${sql.ref(instant)} >= ${midnightAfter(at)}`;
  const known = sql`
    select id from bookings where ${isUnpaid} and ${inScope('bookings', scope)}
    union
    select booking_id from payments
    where ${isAfter('payments.confirmed_at')} and ${inScope('payments', scope)}
    union
    select id from bookings
    where (${isAfter('bookings.withdrawn_at')} or ${isAfter('bookings.decided_at')})
      and ${inScope('bookings', scope)}`;
  return sql`
    select bookings.*, case when said.number is null then bookings.due_day else said.due end as due
    from bookings left join lateral (
      select number, (after ->> 'dueDay')::date as due from audit
      where record_type = 'booking' and record_id = bookings.id and after ? 'dueDay'
        and at < ${midnightAfter(at)}
      order by number desc limit 1
    ) as said on true
    where bookings.id in (${known}) and created_at < ${midnightAfter(at)}
      and (withdrawn_at is null or ${isAfter('bookings.withdrawn_at')})
      and (decided_at is null or ${isAfter('bookings.decided_at')})
      and not exists (select from payments
                      where booking_id = bookings.id and confirmed_at < ${midnightAfter(at)})`;
};

const midnightAfter = (day: string) =>
  sql`((${day}::date + 1)::timestamp at time zone 'Africa/Lagos')`;

interface Owing {
  readonly id: string;
  readonly reference: string;
  readonly zone: string;
  readonly registration: string;
  readonly name: string;
  readonly kobo: number;
  readonly issued: string;
  readonly due: string | null;
  readonly over: number | null;
  readonly officer: string;
  readonly reminded: string | null;
  readonly court: string | null;
}

/** UNP: every unpaid ticket, by how long its due day is over, the longest first. */
export async function unpaid({ db, scope, at, officer, rows: limit }: Source): Promise<Body> {
  const day = at ?? dayOf(new Date());
  const own = officer === undefined ? sql`true` : sql`bookings.created_by = ${officer}`;
  const standing =
    at === undefined
      ? sql`select bookings.*, due_day as due from bookings
            where ${isUnpaid} and ${inScope('bookings', scope)}`
      : standingAt(scope, at);
  const spans = await sql<{ span: OwedSpan; count: number; kobo: number }>`
    select ${owedSpanOf(sql`due`, sql`${day}::date`)} as span, count(*)::integer as count,
           sum(price_kobo)::bigint as kobo
    from (${standing}) as bookings where ${own} group by 1`.execute(db);
  const known = new Map(spans.rows.map((row) => [row.span, row]));
  const buckets = (Object.keys(owedSpans) as OwedSpan[]).map((span) => ({
    span,
    count: known.get(span)?.count ?? 0,
    kobo: known.get(span)?.kobo ?? 0,
  }));
  const { rows: tickets } = await sql<Owing>`
    select bookings.id, reference, bookings.zone, registration, bookings.name, price_kobo as kobo,
           lagos_day(bookings.created_at)::text as issued, due::text as due,
           greatest(${day}::date - due, 0) as over,
           ${nameThen('users', 'bookings.created_at')} as officer,
           (select lagos_day(max(sent_at))::text from messages
            where booking_id = bookings.id and purpose = 'reminder'
              and sent_at < ${midnightAfter(day)}) as reminded,
           (select court from court_cases join court_batches on court_batches.id = batch_id
            where booking_id = bookings.id and locked_at < ${midnightAfter(day)}) as court
    from (${standing}) as bookings left join users on users.id = bookings.created_by
    where ${own}
    order by due nulls last, bookings.created_at, bookings.id
    limit ${limit}`.execute(db);
  const counted = async (kind: 'place' | 'act') =>
    figuresIn(db, { kind, scope, officer, ...(at && { days: { to: at } }) });
  const issued = await counted('place');
  const whole = at === undefined ? outstandingOf(issued) : left(issued, await counted('act'));
  const place = { ...placeIn(scope), bookedBy: officer };
  const list = (more = {}) =>
    at === undefined
      ? listAt('/unpaid', { ...place, ...more })
      : rowsAt('unpaid', { ...place, to: at, ...more });
  const when = at === undefined ? '' : `, at the end of ${at}`;
  return {
    tables: [
      tableOf(
        `By days since the due date${when}`,
        { Due: 'text', Bookings: 'count', Amount: 'naira' },
        {
          rows: buckets.map(({ span, count, kobo }) =>
            rowOf([
              [owedSpans[span]],
              [count, list({ owed: span })],
              [naira(kobo), list({ owed: span })],
            ]),
          ),
          total: rowOf([
            ['Total'],
            [sumOf(buckets, ({ count }) => count), list()],
            [naira(sumOf(buckets, ({ kobo }) => kobo)), list()],
          ]),
        },
      ),
      tableOf(
        'Bookings, longest overdue first',
        {
          Booking: 'text',
          Issued: 'day',
          Due: 'day',
          'Days overdue': 'count',
          Zone: 'text',
          Officer: 'text',
          Plate: 'text',
          Name: 'text',
          'Last reminder': 'day',
          Court: 'text',
          Amount: 'naira',
        },
        {
          rows: tickets.map((ticket) =>
            rowOf([
              [ticket.reference, listAt('/bookings', { open: ticket.id })],
              [ticket.issued],
              [ticket.due],
              [ticket.over],
              [ticket.zone],
              [ticket.officer],
              [ticket.registration],
              [ticket.name],
              [ticket.reminded],
              [ticket.court ?? ''],
              [naira(ticket.kobo)],
            ]),
          ),
          of: whole.count,
        },
      ),
    ],
    checks: [
      {
        says: 'Total of all lines = bookings that were issued but not paid, withdrawn or decided in court',
        unit: 'count',
        left: sumOf(buckets, ({ count }) => count),
        right: whole.count,
      },
      {
        says: 'Total amount of all lines = total amount of these bookings',
        unit: 'naira',
        left: naira(sumOf(buckets, ({ kobo }) => kobo)),
        right: naira(whole.kobo),
      },
    ],
    notes: [
      'A booking is overdue from the day after its due date. A booking whose driver objects has no due date until the objection is answered.',
    ],
  };
}
