-- While this transaction holds the watermark nothing is folded, and bookings go on: what they change
-- is folded by the new function afterwards.
select from list_watermark for update;

insert into officer_counters
  (organisation, zone, demo, officer_id, month, issued, withdrawn, withdrawn_kobo)
select organisation, zone, demo, officer_id, month, sum(issued), sum(withdrawn), sum(withdrawn_kobo)
from (
  select organisation, zone, demo, created_by as officer_id,
         date_trunc('month', lagos_day(created_at))::date as month, count(*) as issued,
         count(withdrawn_at) as withdrawn,
         coalesce(sum(price_kobo) filter (where withdrawn_at is not null), 0) as withdrawn_kobo
  from bookings group by 1, 2, 3, 4, 5
  union all
  select organisation, zone, demo, officer_id, date_trunc('month', made_on)::date, -records,
         case when list = 'withdrawn' then -records else 0 end,
         case when list = 'withdrawn' then -kobo else 0 end
  from list_changes
  where xid >= (select xid from list_watermark) and officer_id is not null
) as standing
group by 1, 2, 3, 4, 5;

create or replace function fold_lists() returns bigint language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  with mark as (
    select xid from list_watermark
    where exists (
      select from list_changes
      where list_changes.xid >= list_watermark.xid
        and list_changes.xid < transaction_horizon())
    for update skip locked
  ),
  due as (
    select list_changes.* from list_changes, mark
    where list_changes.xid >= mark.xid
      and list_changes.xid < transaction_horizon()
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
  of_officers as (
    insert into officer_counters as known
      (organisation, zone, demo, officer_id, month, issued, withdrawn, withdrawn_kobo)
    select organisation, zone, demo, officer_id, month, sum(records), sum(withdrawn),
           sum(withdrawn_kobo)
    from (
      select organisation, zone, demo, officer_id, date_trunc('month', made_on)::date as month,
             records, case when list = 'withdrawn' then records else 0 end as withdrawn,
             case when list = 'withdrawn' then kobo else 0 end as withdrawn_kobo
      from due where officer_id is not null
    ) as changed
    group by organisation, zone, demo, officer_id, month
    -- Paying or clearing a booking changes nothing here.
    having sum(records) <> 0 or sum(withdrawn) <> 0 or sum(withdrawn_kobo) <> 0
    order by organisation, zone, demo, month, officer_id
    on conflict (organisation, zone, demo, month, officer_id) do update
      set issued = known.issued + excluded.issued,
          withdrawn = known.withdrawn + excluded.withdrawn,
          withdrawn_kobo = known.withdrawn_kobo + excluded.withdrawn_kobo
  ),
  moved as (
    update list_watermark
    set xid = greatest(list_watermark.xid, transaction_horizon())
    where exists (select from due)
  )
  select count(*) from due
$$;
