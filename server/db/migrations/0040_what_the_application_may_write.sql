-- A function finds the tables that it names in public, whatever its caller's path says: a temporary
-- table of the same name would otherwise come first. Functions whose body was parsed when they were
-- made (prosqlbody) know their tables already.
do $$
declare
  named regprocedure;
begin
  for named in
    select oid::regprocedure from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prosqlbody is null
      and not exists (select from pg_depend
                      where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', named);
  end loop;
end $$;

-- What these write, nobody else may.
alter function announce_booking() security definer;
alter function announce_collision() security definer;
alter function announce_payment() security definer;
alter function note_activity() security definer;
alter function replace_account_activities() security definer;
alter function replace_activities() security definer;
alter function replace_bill_check() security definer;
alter function replace_offences() security definer;
alter function replace_payment() security definer;
alter function watch_bill() security definer;

-- Folds what entered and left the lists into their counters; answers how many changes. Those of
-- transactions above the oldest one still open wait. Does nothing while another process folds.
create function fold_lists() returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with mark as (
    select xid from list_watermark
    where exists (
      select from list_changes
      where list_changes.xid >= list_watermark.xid
        and list_changes.xid < pg_snapshot_xmin(pg_current_snapshot()))
    for update skip locked
  ),
  due as (
    select list_changes.* from list_changes, mark
    where list_changes.xid >= mark.xid
      and list_changes.xid < pg_snapshot_xmin(pg_current_snapshot())
  ),
  added as (
    insert into list_counters as known
      (list, organisation, zone, demo, span, starts, records, kobo)
    select list, organisation, place, demo, span, starts, sum(records), sum(kobo)
    from due
      cross join lateral (values (zone), ('')) as places (place)
      cross join lateral (
        values ('day', made_on), ('month', date_trunc('month', made_on)::date),
               ('all', date '0001-01-01')
      ) as spans (span, starts)
    group by list, organisation, place, demo, span, starts
    order by list, organisation, place, demo, span, starts
    on conflict (list, organisation, zone, demo, span, starts) do update
      set records = known.records + excluded.records, kobo = known.kobo + excluded.kobo
  ),
  moved as (
    update list_watermark
    set xid = greatest(list_watermark.xid, pg_snapshot_xmin(pg_current_snapshot()))
    where exists (select from due)
  )
  select count(*) from due
$$;

-- Deletes changes of lists that were folded more than a day ago; answers how many.
create function prune_list_changes() returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with gone as (
    delete from list_changes
    where at < now() - interval '1 day' and xid < (select xid from list_watermark)
    returning 1
  )
  select count(*) from gone
$$;

-- Folds the changes of offences into their counters, at_least so many at once; answers how many.
-- Days are counted one by one for as long as a chart may draw them.
create function fold_offences(at_least bigint, days_counted integer) returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with mark as (
    select xid from offence_watermark
    where at_least <= (
      select count(*)
      from (
        select from offence_changes
        where offence_changes.xid >= offence_watermark.xid
          and offence_changes.xid < pg_snapshot_xmin(pg_current_snapshot())
        limit at_least
      ) as waiting)
    for update skip locked
  ),
  due as (
    select offence_changes.* from offence_changes, mark
    where offence_changes.xid >= mark.xid
      and offence_changes.xid < pg_snapshot_xmin(pg_current_snapshot())
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
    where span = 'month' or starts > lagos_day(now()) - days_counted
    group by organisation, place, demo, span, starts, charged.offence_id
    order by organisation, place, demo, span, starts, charged.offence_id
    on conflict (organisation, zone, demo, span, starts, offence_id) do update
      set bookings = known.bookings + excluded.bookings, kobo = known.kobo + excluded.kobo,
          open_bookings = known.open_bookings + excluded.open_bookings,
          open_kobo = known.open_kobo + excluded.open_kobo
  ),
  moved as (
    update offence_watermark
    set xid = greatest(offence_watermark.xid, pg_snapshot_xmin(pg_current_snapshot()))
    where exists (select from due)
  )
  select count(*) from due
$$;

-- Deletes the changes of offences that are folded, and the days that no chart draws any more.
create function prune_offences(days_counted integer) returns void language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from offence_changes where xid < (select xid from offence_watermark);
  delete from offence_counters
  where span = 'day' and starts <= lagos_day(now()) - days_counted;
$$;

-- Folds outbox events beyond the watermark into the counters of their day, at most so many;
-- answers how many. Does nothing while another process folds.
create function fold_days(at_most bigint) returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with mark as (
    select xid, seq from counter_watermark for update skip locked
  ),
  due as (
    select outbox.* from outbox, mark
    where (outbox.xid, outbox.seq) > (mark.xid, mark.seq)
      and outbox.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by outbox.xid, outbox.seq
    limit at_most
  ),
  added as (
    insert into counters as known (organisation, zone, demo, day, bookings, revenue_kobo)
    select organisation, zone, demo, day, sum(bookings), sum(revenue_kobo)
    from due
    where bookings <> 0 or revenue_kobo <> 0
    group by organisation, zone, demo, day
    on conflict (organisation, zone, demo, day) do update
      set bookings = known.bookings + excluded.bookings,
          revenue_kobo = known.revenue_kobo + excluded.revenue_kobo
  ),
  moved as (
    update counter_watermark set (xid, seq) =
      (select xid, seq from due order by xid desc, seq desc limit 1)
    where exists (select from due)
  )
  select count(*) from due
$$;

-- Deletes outbox events that are older than that and folded; answers how many. The last of them
-- stays, so that a stream which broke off before it is known to be too old to resume.
create function prune_outbox(older_than interval) returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with folded as (select xid, seq from counter_watermark),
  fresh as (
    select xid, seq from outbox where at >= now() - older_than order by xid, seq limit 1
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
