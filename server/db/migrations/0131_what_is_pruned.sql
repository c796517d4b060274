-- What is forgotten is old enough, whatever the caller says.
create or replace function prune_outbox(older_than interval) returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with folded as (
    select xid, seq
    from (
      select xid, seq from counter_watermark
      union all
      select xid, seq from reconciliation_watermark
    ) as marks
    order by xid, seq limit 1
  ),
  fresh as (
    select xid, seq from outbox
    where at >= now() - greatest(older_than, interval '1 day') order by xid, seq limit 1
  ),
  last_old as (
    select xid, seq from outbox
    where (xid, seq) <= ((select xid from folded), (select seq from folded))
      and (not exists (select from fresh)
           or (xid, seq) < ((select xid from fresh), (select seq from fresh)))
    order by xid desc, seq desc limit 1
  ),
  gone as (
    delete from outbox
    where (xid, seq) < ((select xid from last_old), (select seq from last_old))
    returning 1
  )
  select count(*) from gone
$$;

create or replace function prune_offences(days_counted integer) returns void language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from offence_changes where xid < (select xid from offence_watermark);
  delete from offence_counters
  where span = 'day' and starts <= lagos_day(now()) - greatest(days_counted, 31);
$$;

create or replace function fold_offences(at_least bigint, days_counted integer) returns bigint
language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with mark as (
    select xid from offence_watermark
    where at_least <= (
      select count(*)
      from (
        select from offence_changes
        where offence_changes.xid >= offence_watermark.xid
          and offence_changes.xid < transaction_horizon()
        limit at_least
      ) as waiting)
    for update skip locked
  ),
  due as (
    select offence_changes.* from offence_changes, mark
    where offence_changes.xid >= mark.xid
      and offence_changes.xid < transaction_horizon()
  ),
  added as (
    insert into offence_counters as known
      (organisation, zone, demo, span, starts, offence_id,
       bookings, kobo, open_bookings, open_kobo)
    select organisation, place, demo, span, starts, charged.offence_id, sum(bookings),
           sum(bookings * charged.kobo), sum(open), sum(open * charged.kobo)
    from due
      cross join lateral unnest(offences, due.kobo) as charged (offence_id, kobo)
      cross join lateral (values (zone), ('')) as places (place)
      cross join lateral (
        values ('day', made_on), ('month', date_trunc('month', made_on)::date)
      ) as spans (span, starts)
    where span = 'month' or starts > lagos_day(now()) - greatest(days_counted, 31)
    group by organisation, place, demo, span, starts, charged.offence_id
    order by organisation, place, demo, span, starts, charged.offence_id
    on conflict (organisation, zone, demo, span, starts, offence_id) do update
      set bookings = known.bookings + excluded.bookings, kobo = known.kobo + excluded.kobo,
          open_bookings = known.open_bookings + excluded.open_bookings,
          open_kobo = known.open_kobo + excluded.open_kobo
  ),
  moved as (
    update offence_watermark
    set xid = greatest(offence_watermark.xid, transaction_horizon())
    where exists (select from due)
  )
  select count(*) from due
$$;
