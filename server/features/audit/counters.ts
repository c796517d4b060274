import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { mostTold } from './rules.ts';

/**
 * Holds the folded counters of days, lists, officers, offences and reconciliations, with what isn't folded yet,
 * against the records that they count, inside the caller's snapshot; answers each difference in one sentence.
 */
export async function compareCounters(db: Database): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select what from (${countersThatDiffer}) as differing limit ${mostTold + 1}`.execute(db);
  return rows.map(({ what }) => what);
}

const figures = ['issued', 'billed', 'paid', 'cleared', 'withdrawn', 'received'] as const;
const listed = (column: (figure: string) => string) => sql.raw(figures.map(column).join(', '));
const ofRecords = listed((figure) => `sum(${figure}), sum(${figure} * kobo)`);

/** The kinds of counters of a reconciliation, and of a place the zone, by month. */
const reconciliationsThatDiffer = sql<{ what: string }>`
  select distinct format('The counters of a reconciliation by %s of %s in %s are not those of its bookings and payments.',
                         kind, organisation, to_char(month, 'YYYY-MM')) as what
  from (
    select kind, span, organisation, demo, date_trunc('month', starts)::date as month,
           case kind when 'place' then zone else key end as key,
           ${listed((figure) => `${figure}, ${figure}_kobo`)}
    from reconciliation_counters
    union all
    select kind, span, organisation, demo, month, key,
           ${listed((figure) => `-${figure}, -${figure}_kobo`)}
    from due_reconciliations join (
        values ('place', 'day'), ('officer', 'day'), ('officer', 'month'), ('head', 'day'),
               ('head', 'month')
      ) as spans (kind, span) using (kind)
  ) as beside
  group by kind, span, organisation, demo, month, key
  having (${listed((figure) => `sum(${figure}), sum(${figure}_kobo)`)})
    <> (${listed(() => '0, 0')})`;

/** A change of offences counts for its zone and for the whole organisation, by day and by month. */
const inEachSpan = sql`
  cross join lateral (values (zone), ('')) as places (place)
  cross join lateral (
    values ('day', made_on), ('month', date_trunc('month', made_on)::date)) as spans (span, starts)`;

const countersThatDiffer = sql<{ what: string }>`
  with counted_days as (
    select organisation, zone, demo, day, sum(bookings) as bookings, sum(kobo) as kobo
    from (
      select organisation, zone, demo, day, bookings, revenue_kobo as kobo from counters
      union all
      select organisation, zone, demo, day, bookings, revenue_kobo from outbox
      where (xid, seq) > ((select xid from counter_watermark), (select seq from counter_watermark))
    ) as counted
    group by organisation, zone, demo, day
  ),
  made_days as (
    select organisation, zone, demo, day, sum(bookings) as bookings, sum(kobo) as kobo
    from (
      select organisation, zone, demo, lagos_day(created_at) as day, 1 as bookings, 0 as kobo
      from bookings
      union all
      select booking.organisation, booking.zone, booking.demo, lagos_day(payment.confirmed_at), 0,
             payment.amount_kobo
      from payments as payment join bookings as booking on booking.id = payment.booking_id
    ) as made
    group by organisation, zone, demo, day
  ),
  counted_lists as (
    select list, organisation, demo, starts, sum(records) as records, sum(kobo) as kobo
    from (
      select list, organisation, demo, starts, records, kobo from list_counters
      where span = 'month' and zone = ''
      union all
      select list, organisation, demo, date_trunc('month', made_on)::date, records, kobo
      from list_changes where xid >= (select xid from list_watermark)
    ) as counted
    group by list, organisation, demo, starts
  ),
  made_lists as (
    select list, organisation, demo, date_trunc('month', made_on)::date as starts,
           count(*) as records, sum(kobo) as kobo
    from (
      select list_of(paid, completed, withdrawn_at is not null) as list, organisation, demo,
             lagos_day(created_at) as made_on, price_kobo as kobo
      from bookings
      union all
      select 'collisions', organisation, demo, lagos_day(created_at), 0 from collisions
    ) as made
    group by list, organisation, demo, date_trunc('month', made_on)
  ),
  counted_officers as (
    select organisation, demo, officer_id, month, sum(issued) as issued,
           sum(withdrawn) as withdrawn, sum(kobo) as kobo
    from (
      select organisation, demo, officer_id, month, issued, withdrawn, withdrawn_kobo as kobo
      from officer_counters
      union all
      select organisation, demo, officer_id, date_trunc('month', made_on)::date, records,
             case when list = 'withdrawn' then records else 0 end,
             case when list = 'withdrawn' then kobo else 0 end
      from list_changes
      where xid >= (select xid from list_watermark) and officer_id is not null
    ) as counted
    group by organisation, demo, officer_id, month
  ),
  made_by_officers as (
    select organisation, demo, created_by as officer_id,
           date_trunc('month', lagos_day(created_at))::date as month, count(*) as issued,
           count(withdrawn_at) as withdrawn,
           coalesce(sum(price_kobo) filter (where withdrawn_at is not null), 0) as kobo
    from bookings group by 1, 2, 3, 4
  ),
  -- What is folded already.
  reconciled as materialized (
    select booking_id, organisation, zone, demo, date_trunc('month', day)::date as month,
           officer_id, kobo, ${listed((figure) => figure)}
    from reconciliation_records
    union all
    select booking_id, organisation, zone, demo, date_trunc('month', day)::date, officer_id, kobo,
           ${listed((figure) => `-${figure}`)}
    from reconciliation_changes
    where (xid, seq) > ((select xid from reconciliation_watermark),
                        (select seq from reconciliation_watermark))
  ),
  due_reconciliations (kind, organisation, demo, month, key,
                       ${listed((figure) => `${figure}, ${figure}_kobo`)}) as (
    select 'place', organisation, demo, month, zone, ${ofRecords}
    from reconciled group by organisation, demo, month, zone
    union all
    select 'officer', organisation, demo, month, officer_id, ${ofRecords}
    from reconciled group by organisation, demo, month, officer_id
    union all
    select 'head', organisation, demo, month, code, ${ofRecords}
    from (
      select reconciled.organisation, reconciled.demo, month, line.code, line.amount_kobo as kobo,
             ${listed((figure) => figure)}
      from reconciled join booking_offences as line on line.booking_id = reconciled.booking_id
    ) as lines
    group by organisation, demo, month, code
  ),
  charged as (
    select booking.organisation, booking.zone, booking.demo, lagos_day(booking.created_at) as made_on,
           line.offence_id, sum(line.amount_kobo) as kobo,
           not booking.paid and booking.withdrawn_at is null as open
    from bookings as booking join booking_offences as line on line.booking_id = booking.id
    group by booking.id, line.offence_id
  ),
  counted_offences as (
    select organisation, zone, demo, span, starts, offence_id, bookings, kobo, open_bookings,
           open_kobo
    from offence_counters
    union all
    select organisation, place, demo, span, starts, charge.offence_id, bookings,
           bookings * charge.kobo, open, open * charge.kobo
    from offence_changes
      cross join lateral unnest(offences, offence_changes.kobo) as charge (offence_id, kobo)
      ${inEachSpan}
    where xid >= (select xid from offence_watermark)
    union all
    select organisation, place, demo, span, starts, offence_id, -1, -kobo, -open::integer,
           -open::integer * kobo
    from charged ${inEachSpan}
  )
  select format('The counters of %s, %s on %s are not those of its bookings and payments.',
                organisation, zone, day) as what
  from counted_days full join made_days using (organisation, zone, demo, day)
  where (coalesce(counted_days.bookings, 0), coalesce(counted_days.kobo, 0))
    <> (coalesce(made_days.bookings, 0), coalesce(made_days.kobo, 0))
  union all
  select format('The counters of the list %s of %s in %s are not those of its records.',
                list, organisation, to_char(starts, 'YYYY-MM'))
  from counted_lists full join made_lists using (list, organisation, demo, starts)
  where (coalesce(counted_lists.records, 0), coalesce(counted_lists.kobo, 0))
    <> (coalesce(made_lists.records, 0), coalesce(made_lists.kobo, 0))
  union all
  select format('The counters of officer %s of %s in %s are not those of their bookings.',
                officer_id, organisation, to_char(month, 'YYYY-MM'))
  from counted_officers full join made_by_officers using (organisation, demo, officer_id, month)
  where (coalesce(counted_officers.issued, 0), coalesce(counted_officers.withdrawn, 0),
         coalesce(counted_officers.kobo, 0))
    <> (coalesce(made_by_officers.issued, 0), coalesce(made_by_officers.withdrawn, 0),
        coalesce(made_by_officers.kobo, 0))
  union all
  select distinct format('The counters of offences of %s since %s are not those of its bookings.',
                         organisation, starts)
  from (
    select organisation, starts from counted_offences
    -- Of days only those are kept that a chart may draw.
    where span = 'month' or starts > lagos_day(now()) - 31
    group by organisation, zone, demo, span, starts, offence_id
    having (sum(bookings), sum(kobo), sum(open_bookings), sum(open_kobo)) <> (0, 0, 0, 0)
  ) as differing
  union all
  ${reconciliationsThatDiffer}
  order by what`;
