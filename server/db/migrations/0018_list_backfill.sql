-- Outside a transaction: every statement can be repeated.

-- What exists already. Changes noted since the triggers began are folded later, so they are taken
-- off here; all of it in one statement, which sees one moment.
with standing as (
  select list_of(paid, completed, withdrawn_at is not null) as list, organisation, zone, demo,
         lagos_day(created_at) as made_on, count(*) as records, sum(price_kobo) as kobo
  from bookings group by 1, 2, 3, 4, 5
  union all
  select 'collisions', organisation, zone, demo, lagos_day(created_at), count(*), 0
  from collisions group by 2, 3, 4, 5
  union all
  select list, organisation, zone, demo, made_on, -records, -kobo from list_changes
)
insert into list_counters (list, organisation, zone, demo, span, starts, records, kobo)
select list, organisation, place, demo, span, starts, sum(records), sum(kobo)
from standing
  cross join lateral (values (zone), ('')) as places (place)
  cross join lateral (values ('day', made_on), ('month', date_trunc('month', made_on)::date),
                             ('all', date '0001-01-01')) as spans (span, starts)
where not exists (select from list_counters)
group by 1, 2, 3, 4, 5, 6;

-- In batches, so that a booking that changes meanwhile waits for one of them at most.
do $$
declare
  reached text := '';
  taken text[];
begin
  loop
    select array_agg(id order by id) into taken
      from (select id from bookings where id > reached order by id limit 5000) as batch;
    exit when taken is null;
    insert into booking_search
      (booking_id, organisation, zone, demo, list, created_at, created_by, vehicle_type,
       price_kobo, offences, text)
    select booking.id, booking.organisation, booking.zone, booking.demo,
           list_of(booking.paid, booking.completed, booking.withdrawn_at is not null),
           booking.created_at, booking.created_by, booking.vehicle_type, booking.price_kobo,
           array(select distinct line.offence_id from booking_offences as line
                 where line.booking_id = booking.id order by 1),
           search_text_of(booking)
    from bookings as booking where booking.id = any(taken)
    on conflict do nothing;
    commit;
    reached := taken[cardinality(taken)];
  end loop;
end $$;

-- A list of all bookings of one organisation, in any state.
create index concurrently if not exists bookings_organisation
  on bookings (organisation, created_at desc, id desc);
