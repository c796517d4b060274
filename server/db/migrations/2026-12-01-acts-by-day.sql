-- Figures of kind 'act' say on which day tickets were paid, cleared and withdrawn, apart for the
-- months in which they were issued. So a closed period is told from what came to it later.

alter table outbox add column acted_on date;

create or replace function announce_booking() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_new boolean := tg_op = 'INSERT';
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on, kobo,
                      officer_id, acted_on)
  select 'booking', new.id, change, new.organisation, new.zone, new.demo,
         lagos_day(new.created_at), new.price_kobo, new.created_by, lagos_day(happened_at)
  from (
    values ('made', is_new, null),
           ('billed', new.bill_ref is not null and (is_new or old.bill_ref is null), null),
           ('corrected', not is_new and new.version > old.version, null),
           ('cleared', new.completed and (is_new or not old.completed), new.completed_at),
           ('withdrawn', new.withdrawn_at is not null and (is_new or old.withdrawn_at is null),
            new.withdrawn_at)
  ) as changes (change, has_happened, happened_at)
  where has_happened;
  return null;
end $$;

create or replace function announce_payment() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on, kobo,
                      officer_id, received_on, acted_on)
  select 'booking', id, 'paid', organisation, zone, demo, lagos_day(created_at), new.amount_kobo,
         created_by, case new.kind when 'gateway' then lagos_day(new.confirmed_at) end,
         lagos_day(new.confirmed_at)
  from bookings where id = new.booking_id;
  return null;
end $$;

-- An act has the month of its ticket, `2026-11`; other facts have none.
create or replace view figure_changes as
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

create or replace view figure_facts as
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

create or replace view figure_parts as
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

alter table figures drop constraint figures_kind_check;
alter table figures add constraint figures_kind_check
  check (kind in ('place', 'officer', 'head', 'offence', 'collision', 'act'));

-- Folded changes say nothing of their acts, so that all figures are counted once more.
select recount_figures();
