-- Figures say how many records there are, what became of them and what money came in. Lists, the
-- dashboard, charts and reconciliations read them and count no records. A row of the outbox says
-- what its change adds, and is folded later. Readers add what isn't folded yet, and so are exact.
-- Figures of kind 'act' say on which day tickets were paid, cleared and withdrawn, apart for the
-- months in which they were issued. So a closed period is told from what came to it later.

create table figures (
  kind text not null check (kind in ('place', 'officer', 'head', 'offence', 'collision', 'act')),
  organisation text not null,
  -- '' for all zones together.
  zone text not null,
  demo boolean not null,
  span text not null check (span in ('day', 'month', 'all')),
  -- The first day of the span.
  starts date not null,
  -- The officer, the head's payment code, the offence, or an act's month of issue such as 2026-11;
  -- '' for places and collisions.
  key text not null,
  -- The first of the names and offences that a head's lines have.
  name text not null, offence_id text not null,
  -- By the day on which records were made. Of a head its lines count.
  issued bigint not null, issued_kobo bigint not null,
  billed bigint not null, billed_kobo bigint not null,
  paid bigint not null, paid_kobo bigint not null,
  cleared bigint not null, cleared_kobo bigint not null,
  withdrawn bigint not null, withdrawn_kobo bigint not null,
  -- By the day on which a gateway's money was confirmed.
  received bigint not null, received_kobo bigint not null,
  primary key (kind, organisation, zone, demo, span, starts, key)
) with (fillfactor = 80);

-- Changes of transactions before this one are folded.
create table figure_mark (
  id boolean primary key default true check (id),
  xid xid8 not null
);

insert into figure_mark (xid) values ('0');

-- Each row adds to the figures of one day: the change of a record, money that was confirmed, or an
-- act. An act has the month of its ticket, `2026-11`; other facts have none.
create view figure_changes as
select xid, record_type, record_id, organisation, zone, demo, at, made_on as day, officer_id, kobo,
       (change in ('made', 'recorded'))::integer as issued, (change = 'billed')::integer as billed,
       (change = 'paid')::integer as paid, (change = 'cleared')::integer as cleared,
       (change = 'withdrawn')::integer as withdrawn, 0 as received, '' as issued_in
from outbox
union all
select xid, record_type, record_id, organisation, zone, demo, at, received_on, officer_id, kobo,
       0, 0, 0, 0, 0, 1, ''
from outbox where received_on is not null
union all
select xid, 'act', record_id, organisation, zone, demo, at, acted_on, officer_id, kobo,
       0, 0, (change = 'paid')::integer, (change = 'cleared')::integer,
       (change = 'withdrawn')::integer, 0, to_char(made_on, 'YYYY-MM')
from outbox where acted_on is not null;

-- The same beside what records say themselves, whose rows have no xid.
create view figure_facts as
select null::xid8 as xid, 'booking' as record_type, id as record_id, organisation, zone, demo,
       created_at as at, lagos_day(created_at) as day, created_by as officer_id, price_kobo as kobo,
       1 as issued, (bill_ref is not null)::integer as billed, paid::integer as paid,
       completed::integer as cleared, (withdrawn_at is not null)::integer as withdrawn,
       0 as received, '' as issued_in
from bookings
union all
select null, 'booking', booking_id, payment.organisation, payment.zone, payment.demo, confirmed_at,
       lagos_day(confirmed_at), created_by, amount_kobo, 0, 0, 0, 0, 0, 1, ''
from payments as payment join bookings on bookings.id = booking_id
where kind = 'gateway'
union all
select null, 'collision', id, organisation, zone, demo, created_at, lagos_day(created_at), '',
       0, 1, 0, 0, 0, 0, 0, '' from collisions
union all
select * from figure_changes
union all
select null, 'act', booking_id, payment.organisation, payment.zone, payment.demo, confirmed_at,
       lagos_day(confirmed_at), created_by, amount_kobo, 0, 0, 1, 0, 0, 0,
       to_char(lagos_day(created_at), 'YYYY-MM')
from payments as payment join bookings on bookings.id = booking_id
union all
select null, 'act', id, organisation, zone, demo, completed_at, lagos_day(completed_at), created_by,
       price_kobo, 0, 0, 0, 1, 0, 0, to_char(lagos_day(created_at), 'YYYY-MM')
from bookings where completed
union all
select null, 'act', id, organisation, zone, demo, withdrawn_at, lagos_day(withdrawn_at), created_by,
       price_kobo, 0, 0, 0, 0, 1, 0, to_char(lagos_day(created_at), 'YYYY-MM')
from bookings where withdrawn_at is not null;

-- Each fact is a row for every figure that it adds to. A booking counts once for an offence, however
-- many of its lines name it.
create view figure_parts as
select kind, key, name, offence_id, xid, organisation, zone, demo, day,
       issued, issued * amount_kobo as issued_kobo, billed, billed * amount_kobo as billed_kobo,
       paid, paid * amount_kobo as paid_kobo, cleared, cleared * amount_kobo as cleared_kobo,
       withdrawn, withdrawn * amount_kobo as withdrawn_kobo,
       received, received * amount_kobo as received_kobo
from (
  select case record_type when 'booking' then 'place' else record_type end as kind,
         issued_in as key, '' as name, '' as offence_id, kobo as amount_kobo, fact.*
  from figure_facts as fact
  union all
  select 'officer', officer_id, '', '', kobo, fact.*
  from figure_facts as fact where record_type = 'booking'
  union all
  select 'head', code, line.name, offence_id, amount_kobo, fact.*
  from figure_facts as fact join booking_offences as line on line.booking_id = record_id
  where record_type = 'booking'
  union all
  select 'offence', offence_id, '', '', charged, fact.*
  from figure_facts as fact cross join lateral (
    select offence_id, sum(amount_kobo)::bigint as charged from booking_offences
    where booking_id = record_id group by offence_id
  ) as line
  where record_type = 'booking'
) as part;

-- The spans in which a day's part is summed up. Officers and heads have no days in their zones: of
-- officers there would be a third as many rows as bookings.
create function figure_spans(kind text, zone text, day date)
  returns table (place text, span text, starts date)
  language sql immutable
begin atomic
  select place, span, starts
  from (values (zone), ('')) as places (place)
    cross join (values ('day', day), ('month', date_trunc('month', day::timestamp)::date),
                       ('all', date '0001-01-01')) as spans (span, starts)
  where place = '' or span <> 'day' or kind not in ('officer', 'head');
end;

-- Folds the changes of transactions below the oldest one still open, once at_least so many wait or
-- one is ten seconds old; answers how many. It does nothing while another process folds.
create function fold_figures(at_least bigint) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with mark as (
    select xid from figure_mark
    where (select count(*) >= at_least or min(at) < now() - interval '10 seconds'
           from (select at from outbox
                 where outbox.xid >= figure_mark.xid and outbox.xid < transaction_horizon()
                 order by outbox.xid limit at_least) as waiting)
    for update skip locked
  ),
  due as (
    select count(*) as changes from outbox
    where xid >= (select xid from mark) and xid < transaction_horizon()
  ),
  added as (
    insert into figures as known
    select part.kind, organisation, place, demo, span, starts, key, min(name), min(offence_id),
           sum(issued), sum(issued_kobo), sum(billed), sum(billed_kobo), sum(paid), sum(paid_kobo),
           sum(cleared), sum(cleared_kobo), sum(withdrawn), sum(withdrawn_kobo),
           sum(received), sum(received_kobo)
    from figure_parts as part cross join lateral figure_spans(part.kind, part.zone, part.day)
    where xid >= (select xid from mark) and xid < transaction_horizon()
    group by part.kind, organisation, place, demo, span, starts, key
    on conflict (kind, organisation, zone, demo, span, starts, key) do update
      set (name, offence_id, issued, issued_kobo, billed, billed_kobo, paid, paid_kobo, cleared,
           cleared_kobo, withdrawn, withdrawn_kobo, received, received_kobo) =
        (least(known.name, excluded.name), least(known.offence_id, excluded.offence_id),
         known.issued + excluded.issued, known.issued_kobo + excluded.issued_kobo,
         known.billed + excluded.billed, known.billed_kobo + excluded.billed_kobo,
         known.paid + excluded.paid, known.paid_kobo + excluded.paid_kobo,
         known.cleared + excluded.cleared, known.cleared_kobo + excluded.cleared_kobo,
         known.withdrawn + excluded.withdrawn, known.withdrawn_kobo + excluded.withdrawn_kobo,
         known.received + excluded.received, known.received_kobo + excluded.received_kobo)
  ),
  moved as (
    update figure_mark set xid = greatest(xid, transaction_horizon())
    where (select changes > 0 from due)
  )
  select changes from due
$$;

-- The figures as the records say them, without the changes of that transaction and those after it.
create function counted_figures(before xid8) returns setof figures
  language sql stable set search_path = pg_catalog, public, pg_temp set work_mem = '64MB' as $$
  select by_day.kind, organisation, place, demo, span, starts, key, min(name), min(offence_id),
         sum(issued), sum(issued_kobo), sum(billed), sum(billed_kobo), sum(paid), sum(paid_kobo),
         sum(cleared), sum(cleared_kobo), sum(withdrawn), sum(withdrawn_kobo),
         sum(received), sum(received_kobo)
  from (
    select kind, organisation, zone, demo, day, key, min(name), min(offence_id),
           sum(sign * issued), sum(sign * issued_kobo), sum(sign * billed),
           sum(sign * billed_kobo), sum(sign * paid), sum(sign * paid_kobo), sum(sign * cleared),
           sum(sign * cleared_kobo), sum(sign * withdrawn), sum(sign * withdrawn_kobo),
           sum(sign * received), sum(sign * received_kobo)
    from (
      select *, case when xid is null then 1 else -1 end as sign from figure_parts
      where xid is null or xid >= before
    ) as signed
    group by kind, organisation, zone, demo, day, key
  ) as by_day (kind, organisation, zone, demo, day, key, name, offence_id, issued, issued_kobo,
               billed, billed_kobo, paid, paid_kobo, cleared, cleared_kobo, withdrawn,
               withdrawn_kobo, received, received_kobo)
    cross join lateral figure_spans(by_day.kind, by_day.zone, by_day.day)
  group by by_day.kind, organisation, place, demo, span, starts, key
$$;

-- The owner counts everything anew after putting something right by hand. One statement reads it
-- all, so that its moment decides what is still to be folded; nobody waits.
create function recount_figures() returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from figure_mark;
  delete from figures;
  with mark as (insert into figure_mark (xid) values (transaction_horizon()))
  insert into figures select * from counted_figures(transaction_horizon());
end $$;

-- Deletes rows of the outbox that are older than that, a day at least, and folded; answers how
-- many. It leaves the last of them: a stream that broke off before it is known to be too old.
create function prune_outbox(older_than interval) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with fresh as (
    select xid, seq from outbox
    where at >= now() - greatest(older_than, interval '1 day') order by xid, seq limit 1
  ),
  last_old as (
    select xid, seq from outbox
    where xid < (select figure_mark.xid from figure_mark)
      and ((xid, seq) < ((select xid from fresh), (select seq from fresh))) is not false
    order by xid desc, seq desc limit 1
  ),
  gone as (
    delete from outbox
    where (xid, seq) < ((select xid from last_old), (select seq from last_old)) returning 1
  )
  select count(*) from gone
$$;
