-- What decides about an erasure stands where the application can't write: in the trail, and here.

-- Years after which the owner lets people be forgotten, as the last migration noted it; null for never.
alter table installation
  add column keep_persons_years integer default 7 check (keep_persons_years >= 1);

-- The trail says that the ticket was settled so long ago, and that nothing of it is open. Columns of
-- the ticket must say so too, but alone they prove nothing: the application writes them.
create function may_be_erased(of_booking text, years integer) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from bookings
    where id = of_booking and erased_at is null
      and coalesce(completed_at, withdrawn_at, decided_at) is not null
  ) and (
    select max(at) filter (
             where event in ('booking.cleared', 'booking.withdrawn', 'booking.court-decided'))
             < now() - make_interval(years => greatest(years, keep_persons_years, 1))
           and coalesce(max(number) filter (where event = 'booking.referred'), 0)
             <= coalesce(max(number) filter (where event = 'booking.court-decided'), 0)
    from audit, installation
    where record_type = 'booking' and record_id = of_booking and keep_persons_years is not null
    group by keep_persons_years
  ) and not exists (
    select from payment_exceptions as exception
    where booking_id = of_booking and (closed_at is null or not exists (
      select from audit
      where record_type = 'exception' and record_id = exception.id and event = 'exception.settled'))
  ) and not exists (
    select from holds
    where booking_id = of_booking and (until_day is null or until_day >= lagos_day(now()))
      and not exists (
        select from audit
        where record_type = 'booking' and record_id = of_booking
          and event = 'booking.hold-lifted' and after ->> 'hold' = holds.id)
  ) and not is_held(of_booking)
$$;

-- The guard takes the place of the one that asked the ticket's own columns.
do $$
declare
  was text := pg_get_functiondef('erase_booking(text, integer)'::regprocedure);
  guard text := substring(was from 'if booking\.erased_at is not null.*?or is_held\(of_booking\) then');
begin
  execute replace(was, guard, 'if may_be_erased(of_booking, years) is not true then');
end $$;

create or replace function erase_labels(years integer) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with late as (
    update late_records set label = '', body_hash = null
    from installation
    where label <> ''
      and asked_at < now() - make_interval(years => greatest(years, keep_persons_years))
    returning 1
  ), taken_out as (
    update taken_out_records set label = ''
    from installation
    where label <> ''
      and taken_out_at < now() - make_interval(years => greatest(years, keep_persons_years))
    returning 1
  )
  select ((select count(*) from late) + (select count(*) from taken_out))::integer
$$;

-- The erasure looks for what is left, and no mark can lead it past a ticket.
create index bookings_to_erase on bookings (coalesce(completed_at, withdrawn_at, decided_at), id)
  where erased_at is null and coalesce(completed_at, withdrawn_at, decided_at) is not null;

drop table erasure_marks;
