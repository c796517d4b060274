-- What became of the bookings of each day and what money came in, so that a reconciliation reads no
-- bookings. It is folded from the outbox, which names every booking that is made, billed, paid,
-- cleared or withdrawn: booking one writes nothing more. 0116 counts what is there.
create table reconciliation_counters (
  -- Of a place there are days; of an officer and of a revenue head months, and days of all zones
  -- together, whose zone is empty.
  kind text not null check (kind in ('place', 'officer', 'head')),
  organisation text not null,
  span text not null check (span in ('day', 'month')),
  -- The first day (Africa/Lagos) of the span.
  starts date not null,
  zone text not null,
  demo boolean not null,
  -- The officer, or the head's payment code; a place has none.
  key text not null,
  -- The first of the names and offences that a head's lines have.
  name text not null,
  offence_id text not null,
  -- By the day on which bookings were made. Of a head it is their lines that count.
  issued bigint not null,
  issued_kobo bigint not null,
  billed bigint not null,
  billed_kobo bigint not null,
  paid bigint not null,
  paid_kobo bigint not null,
  cleared bigint not null,
  cleared_kobo bigint not null,
  withdrawn bigint not null,
  withdrawn_kobo bigint not null,
  -- By the day on which money was confirmed.
  received bigint not null,
  received_kobo bigint not null,
  primary key (kind, organisation, span, starts, zone, demo, key)
) with (fillfactor = 80);

-- What the outbox says up to here is folded.
create table reconciliation_watermark (
  id boolean primary key default true check (id),
  xid xid8 not null,
  seq bigint not null
);

-- What each booking counts, and on which day.
create view reconciliation_records as
select id as booking_id, organisation, zone, demo, lagos_day(created_at) as day,
       created_by as officer_id, price_kobo as kobo, 1 as issued,
       (bill_ref is not null)::integer as billed, paid::integer as paid,
       completed::integer as cleared, (withdrawn_at is not null)::integer as withdrawn,
       0 as received
from bookings
union all
select booking.id, booking.organisation, booking.zone, booking.demo,
       lagos_day(payment.confirmed_at), booking.created_by, booking.price_kobo, 0, 0, 0, 0, 0, 1
from payments as payment join bookings as booking on booking.id = payment.booking_id
where payment.kind = 'gateway';

-- What each change in the outbox adds to that. What is counted of a booking beside its state never
-- changes, so that it is looked up.
create view reconciliation_changes as
select outbox.xid, outbox.seq, booking.id as booking_id, booking.organisation, booking.zone,
       booking.demo, counted.day, booking.created_by as officer_id, booking.price_kobo as kobo,
       counted.issued, counted.billed, counted.paid, counted.cleared, counted.withdrawn,
       counted.received
from outbox
  join bookings as booking
    on booking.id = outbox.record_id and booking.organisation = outbox.organisation
  cross join lateral (
    select lagos_day(booking.created_at) as day, (change = 'made')::integer as issued,
           (change = 'billed')::integer as billed, (change = 'paid')::integer as paid,
           (change = 'cleared')::integer as cleared,
           (change = 'withdrawn')::integer as withdrawn, 0 as received
    union all
    select outbox.day, 0, 0, 0, 0, 0, 1
    where change = 'paid' and exists (
      select from payments where booking_id = booking.id and kind = 'gateway')
  ) as counted
where outbox.record_type = 'booking';

-- A booking that comes with a bill, cleared or withdrawn, as those of a demo do, says so too.
create or replace function announce_booking() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_new boolean := tg_op = 'INSERT';
begin
  if is_new then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day, bookings)
    values ('booking', new.id, 'made', new.organisation, new.zone, new.demo,
            lagos_day(new.created_at), 1);
  end if;
  if new.bill_ref is not null and (is_new or old.bill_ref is null) then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'billed', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  if new.completed and (is_new or not old.completed) then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'cleared', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  -- It counts as made all the same: the counters say what was issued.
  if new.withdrawn_at is not null and (is_new or old.withdrawn_at is null) then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'withdrawn', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  return null;
end $$;

-- Folds at most so many changes beyond the watermark into the counters, once at_least so many wait or
-- one of them has waited for an hour; answers how many. Those of transactions above the oldest one
-- still open wait. Does nothing while another process folds.
create function fold_reconciliation(at_least bigint, at_most bigint) returns bigint language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  with mark as (
    select xid, seq from reconciliation_watermark as known
    where at_least <= (
        select count(*)
        from (
          select from outbox
          where (outbox.xid, outbox.seq) > (known.xid, known.seq)
            and outbox.xid < transaction_horizon()
          limit at_least
        ) as waiting)
      or now() - interval '1 hour' > (
        select at from outbox
        where (outbox.xid, outbox.seq) > (known.xid, known.seq)
          and outbox.xid < transaction_horizon()
        order by outbox.xid, outbox.seq limit 1)
    for update skip locked
  ),
  due as materialized (
    select outbox.xid, outbox.seq from outbox, mark
    where (outbox.xid, outbox.seq) > (mark.xid, mark.seq)
      and outbox.xid < transaction_horizon()
    order by outbox.xid, outbox.seq
    limit at_most
  ),
  changed as materialized (
    select change.* from due
      join reconciliation_changes as change on change.xid = due.xid and change.seq = due.seq
  ),
  parts as (
    select kind, organisation, span, starts, place as zone, demo, key, '' as name,
           '' as offence_id, kobo, issued, billed, paid, cleared, withdrawn, received
    from changed
      cross join lateral (
        values ('place', 'day', day, zone, ''), ('officer', 'day', day, '', officer_id),
               ('officer', 'month', date_trunc('month', day)::date, zone, officer_id)
      ) as spans (kind, span, starts, place, key)
    union all
    select 'head', changed.organisation, span, starts, place, changed.demo, line.code, line.name,
           line.offence_id, line.amount_kobo, issued, billed, paid, cleared, withdrawn, received
    from changed
      join booking_offences as line on line.booking_id = changed.booking_id
      cross join lateral (
        values ('day', day, ''), ('month', date_trunc('month', day)::date, changed.zone)
      ) as spans (span, starts, place)
  ),
  added as (
    insert into reconciliation_counters as known
      (kind, organisation, span, starts, zone, demo, key, name, offence_id, issued, issued_kobo,
       billed, billed_kobo, paid, paid_kobo, cleared, cleared_kobo, withdrawn, withdrawn_kobo,
       received, received_kobo)
    select kind, organisation, span, starts, zone, demo, key, min(name), min(offence_id),
           sum(issued), sum(issued * kobo), sum(billed), sum(billed * kobo), sum(paid),
           sum(paid * kobo), sum(cleared), sum(cleared * kobo), sum(withdrawn),
           sum(withdrawn * kobo), sum(received), sum(received * kobo)
    from parts
    group by kind, organisation, span, starts, zone, demo, key
    order by kind, organisation, span, starts, zone, demo, key
    on conflict (kind, organisation, span, starts, zone, demo, key) do update
      set name = least(known.name, excluded.name),
          offence_id = least(known.offence_id, excluded.offence_id),
          issued = known.issued + excluded.issued,
          issued_kobo = known.issued_kobo + excluded.issued_kobo,
          billed = known.billed + excluded.billed,
          billed_kobo = known.billed_kobo + excluded.billed_kobo,
          paid = known.paid + excluded.paid,
          paid_kobo = known.paid_kobo + excluded.paid_kobo,
          cleared = known.cleared + excluded.cleared,
          cleared_kobo = known.cleared_kobo + excluded.cleared_kobo,
          withdrawn = known.withdrawn + excluded.withdrawn,
          withdrawn_kobo = known.withdrawn_kobo + excluded.withdrawn_kobo,
          received = known.received + excluded.received,
          received_kobo = known.received_kobo + excluded.received_kobo
  ),
  moved as (
    update reconciliation_watermark
    set (xid, seq) = (select xid, seq from due order by xid desc, seq desc limit 1)
    where exists (select from due)
  )
  select count(*) from due
$$;

-- Counts everything anew, for the owner: what stood there before, or what was put right by hand. It
-- reads all of it in one statement, whose moment decides what is still to be folded, and writes once
-- all is read; nobody waits.
create function recount_reconciliation() returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp set work_mem = '64MB' as $$
declare
  figures text[] := '{issued, billed, paid, cleared, withdrawn, received}';
  columns text := (
    select string_agg(format('%1$s, %1$s_kobo', figure), ', ')
    from unnest(figures) as figure);
  counted text := (
    select string_agg(format('sum(%1$s) as %1$s, sum(%1$s * kobo) as %1$s_kobo', figure), ', ')
    from unnest(figures) as figure);
  added text := (
    select string_agg(format('sum(%1$s), sum(%1$s_kobo)', figure), ', ')
    from unnest(figures) as figure);
begin
  delete from reconciliation_watermark;
  delete from reconciliation_counters;
  execute format($statement$
    with records as materialized (
      select booking_id, organisation, zone, demo, day, date_trunc('month', day)::date as month,
             officer_id, kobo, issued, billed, paid, cleared, withdrawn, received
      from (
        select booking_id, organisation, zone, demo, day, officer_id, kobo, issued, billed, paid,
               cleared, withdrawn, received
        from reconciliation_records
        union all
        select booking_id, organisation, zone, demo, day, officer_id, kobo, -issued, -billed, -paid,
               -cleared, -withdrawn, -received
        from reconciliation_changes
        where (xid, seq)
          > ((select xid from counter_watermark), (select seq from counter_watermark))
      ) as standing
    ),
    heads as materialized (
      select organisation, zone, demo, day, month, code, min(name) as name,
             min(offence_id) as offence_id, %2$s
      from (
        select records.organisation, records.zone, records.demo, day, month, line.code, line.name,
               line.offence_id, line.amount_kobo as kobo, issued, billed, paid, cleared, withdrawn,
               received
        from records join booking_offences as line on line.booking_id = records.booking_id
      ) as lines
      group by organisation, zone, demo, day, month, code
    ),
    mark as (
      insert into reconciliation_watermark (xid, seq) select xid, seq from counter_watermark
    )
    insert into reconciliation_counters
      (kind, organisation, span, starts, zone, demo, key, name, offence_id, %1$s)
    select *
    from (
      select 'place', organisation, 'day', day as starts, zone, demo, '', '', '', %2$s
      from records group by organisation, day, zone, demo
      union all
      select 'officer', organisation, 'day', day, '', demo, officer_id, '', '', %2$s
      from records group by organisation, day, demo, officer_id
      union all
      select 'officer', organisation, 'month', month, zone, demo, officer_id, '', '', %2$s
      from records group by organisation, month, zone, demo, officer_id
      union all
      select 'head', organisation, 'day', day, '', demo, code, min(name), min(offence_id), %3$s
      from heads group by organisation, day, demo, code
      union all
      select 'head', organisation, 'month', month, zone, demo, code, min(name), min(offence_id), %3$s
      from heads group by organisation, month, zone, demo, code
    ) as gathered
    order by starts$statement$, columns, counted, added);
end $$;

-- What any of the counters still needs stays.
create or replace function prune_outbox(older_than interval) returns bigint language sql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
