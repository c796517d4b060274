-- Figures say how many records there are, what became of them and what money came in: for places,
-- officers, revenue heads and offences. Lists, the dashboard, charts and reconciliations read them,
-- so that none counts its records. A row of the outbox says what its change adds, and is folded into
-- figures later. Readers add what isn't folded yet, so that figures are exact at any moment.

create table if not exists figures (
  kind text not null check (kind in ('place', 'officer', 'head', 'offence', 'collision')),
  organisation text not null,
  -- '' for all zones together.
  zone text not null,
  demo boolean not null,
  span text not null check (span in ('day', 'month', 'all')),
  -- The first day of the span.
  starts date not null,
  -- The officer, the head's payment code or the offence; '' for places and collisions.
  key text not null,
  -- The first of the names and offences that a head's lines have.
  name text not null,
  offence_id text not null,
  -- By the day on which records were made. Of a head its lines count.
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
  -- By the day on which a gateway's money was confirmed.
  received bigint not null,
  received_kobo bigint not null,
  primary key (kind, organisation, zone, demo, span, starts, key)
) with (fillfactor = 80);

-- Changes of transactions before this one are folded.
create table if not exists figure_mark (
  id boolean primary key default true check (id),
  xid xid8 not null
);

insert into figure_mark (xid) values ('0') on conflict do nothing;

-- What each change adds, and to which day.
create or replace view figure_changes as
select xid, record_type, record_id, organisation, zone, demo, at, made_on as day, officer_id, kobo,
       (change in ('made', 'recorded'))::integer as issued, (change = 'billed')::integer as billed,
       (change = 'paid')::integer as paid, (change = 'cleared')::integer as cleared,
       (change = 'withdrawn')::integer as withdrawn, 0 as received
from outbox
union all
select xid, record_type, record_id, organisation, zone, demo, at, received_on, officer_id, kobo,
       0, 0, 0, 0, 0, 1
from outbox
where received_on is not null;

-- The same beside what records say themselves, whose rows have no xid.
create or replace view figure_facts as
select null::xid8 as xid, 'booking' as record_type, id as record_id, organisation, zone, demo,
       created_at as at, lagos_day(created_at) as day, created_by as officer_id, price_kobo as kobo,
       1 as issued, (bill_ref is not null)::integer as billed, paid::integer as paid,
       completed::integer as cleared, (withdrawn_at is not null)::integer as withdrawn,
       0 as received
from bookings
union all
select null, 'booking', booking_id, payment.organisation, payment.zone, payment.demo, confirmed_at,
       lagos_day(confirmed_at), created_by, amount_kobo, 0, 0, 0, 0, 0, 1
from payments as payment join bookings on bookings.id = booking_id
where kind = 'gateway'
union all
select null, 'collision', id, organisation, zone, demo, created_at, lagos_day(created_at), '', 0,
       1, 0, 0, 0, 0, 0
from collisions
union all
select * from figure_changes;

-- A booking counts once for an offence, however many of its lines name it.
create or replace view figure_lines as
select booking_id, 'head' as kind, code as key, name, offence_id, 1 as times, amount_kobo
from booking_offences
union all
select booking_id, 'offence', offence_id, '', '',
       (not exists (select from booking_offences as earlier
                    where earlier.booking_id = line.booking_id and earlier.line < line.line
                      and earlier.offence_id = line.offence_id))::integer,
       amount_kobo
from booking_offences as line;

-- What facts are for each kind of figures.
create or replace view figure_parts as
select kind, key, name, offence_id, xid, organisation, zone, demo, day,
       issued * times as issued, issued * amount_kobo as issued_kobo,
       billed * times as billed, billed * amount_kobo as billed_kobo,
       paid * times as paid, paid * amount_kobo as paid_kobo,
       cleared * times as cleared, cleared * amount_kobo as cleared_kobo,
       withdrawn * times as withdrawn, withdrawn * amount_kobo as withdrawn_kobo,
       received * times as received, received * amount_kobo as received_kobo
from (
  select case record_type when 'booking' then 'place' else record_type end as kind, '' as key,
         '' as name, '' as offence_id, 1 as times, kobo as amount_kobo, fact.*
  from figure_facts as fact
  union all
  select 'officer', officer_id, '', '', 1, kobo, fact.*
  from figure_facts as fact where record_type = 'booking'
  union all
  select line.kind, line.key, line.name, line.offence_id, line.times, line.amount_kobo, fact.*
  from figure_facts as fact join figure_lines as line on line.booking_id = record_id
) as part;

-- The spans in which a day's part is summed up. Officers and heads have no days in their zones: of
-- officers there would be a third as many rows as bookings.
create or replace function figure_spans(kind text, zone text, day date)
  returns table (place text, span text, starts date)
  language sql immutable as $$
  select place, span, starts
  from (values (zone), ('')) as places (place)
    cross join (values ('day', day), ('month', date_trunc('month', day::timestamp)::date),
                       ('all', date '0001-01-01')) as spans (span, starts)
  where place = '' or span <> 'day' or kind not in ('officer', 'head')
$$;

-- Folds the changes of transactions below the oldest one still open, once at_least so many wait or
-- one is a minute old; answers how many. It does nothing while another process folds.
create or replace function fold_figures(at_least bigint) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with mark as (
    select xid from figure_mark
    where (
      select count(*) >= at_least or min(at) < now() - interval '1 minute'
      from (
        select at from outbox
        where outbox.xid >= figure_mark.xid and outbox.xid < transaction_horizon()
        order by outbox.xid limit at_least
      ) as waiting)
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
    update figure_mark set xid = greatest(xid, transaction_horizon())
    where (select changes > 0 from due)
  )
  select changes from due
$$;

-- The figures as the records say them, without the changes of that transaction and those after it.
create or replace function counted_figures(before xid8) returns setof figures
  language sql stable set search_path = pg_catalog, public, pg_temp set work_mem = '64MB' as $$
  select by_day.kind, organisation, place, demo, span, starts, key, min(name), min(offence_id),
         sum(issued), sum(issued_kobo), sum(billed), sum(billed_kobo), sum(paid), sum(paid_kobo),
         sum(cleared), sum(cleared_kobo), sum(withdrawn), sum(withdrawn_kobo),
         sum(received), sum(received_kobo)
  from (
    select kind, organisation, zone, demo, day, key, min(name) as name,
           min(offence_id) as offence_id, sum(sign * issued) as issued,
           sum(sign * issued_kobo) as issued_kobo, sum(sign * billed) as billed,
           sum(sign * billed_kobo) as billed_kobo, sum(sign * paid) as paid,
           sum(sign * paid_kobo) as paid_kobo, sum(sign * cleared) as cleared,
           sum(sign * cleared_kobo) as cleared_kobo, sum(sign * withdrawn) as withdrawn,
           sum(sign * withdrawn_kobo) as withdrawn_kobo, sum(sign * received) as received,
           sum(sign * received_kobo) as received_kobo
    from (
      select *, case when xid is null then 1 else -1 end as sign from figure_parts
      where xid is null or xid >= before
    ) as signed
    group by kind, organisation, zone, demo, day, key
  ) as by_day
    cross join lateral figure_spans(by_day.kind, by_day.zone, by_day.day)
  group by by_day.kind, organisation, place, demo, span, starts, key
$$;

-- The owner counts everything anew after putting something right by hand. One statement reads it
-- all, so that its moment decides what is still to be folded; nobody waits.
create or replace function recount_figures() returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from figure_mark;
  delete from figures;
  with mark as (insert into figure_mark (xid) values (transaction_horizon()))
  insert into figures select * from counted_figures(transaction_horizon());
end $$;

-- Kept counts and sums, so that no list, chart or reconciliation counts its records. Changes are
-- noted in their own transaction and folded into the counters later. Readers add what isn't folded
-- yet, so that figures are exact at any moment.
-- In the counters of lists and offences, the zone '' holds all zones of an organisation.

-- Bookings that were made and kobo that was received, by day.
create table if not exists counters (
  organisation text not null,
  zone text not null,
  demo boolean not null,
  day date not null,
  bookings bigint not null default 0,
  revenue_kobo bigint not null default 0,
  primary key (organisation, zone, demo, day)
);

-- The outbox is folded up to here.
create table if not exists counter_watermark (
  id boolean primary key default true check (id),
  xid xid8 not null,
  seq bigint not null
);

insert into counter_watermark (xid, seq) values ('0', 0) on conflict do nothing;

-- Folds at most so many rows of the outbox and answers how many. Rows above the oldest open
-- transaction wait. It does nothing while another process folds.
create or replace function fold_days(at_most bigint) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with mark as (
    select xid, seq from counter_watermark for update skip locked
  ),
  due as (
    select outbox.* from outbox, mark
    where (outbox.xid, outbox.seq) > (mark.xid, mark.seq)
      and outbox.xid < transaction_horizon()
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

-- Records in each list and what they cost, by the day or month of their making, and in all.
create table if not exists list_counters (
  list text not null check (list in ('unpaid', 'paid', 'completed', 'withdrawn', 'collisions')),
  organisation text not null,
  zone text not null,
  demo boolean not null,
  span text not null check (span in ('day', 'month', 'all')),
  -- The first day of the span.
  starts date not null,
  records bigint not null,
  kobo bigint not null,
  primary key (list, organisation, zone, demo, span, starts)
);

-- What entered a list (1) or left it (-1).
create table if not exists list_changes (
  xid xid8 not null default transaction_number(),
  seq bigint generated always as identity,
  at timestamptz not null default now(),
  list text not null,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  made_on date not null,
  records integer not null,
  kobo bigint not null,
  -- Null for a collision.
  officer_id text,
  primary key (xid, seq)
);

create index if not exists list_changes_age on list_changes (at);

-- Changes of transactions before this one are folded.
create table if not exists list_watermark (
  id boolean primary key default true check (id),
  xid xid8 not null
);

insert into list_watermark (xid) values ('0') on conflict do nothing;

create or replace function note_list_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo, officer_id)
    values (list_of(old.paid, old.completed, old.withdrawn_at is not null), old.organisation,
            old.zone, old.demo, lagos_day(old.created_at), -1, -old.price_kobo, old.created_by);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo, officer_id)
    values (list_of(new.paid, new.completed, new.withdrawn_at is not null), new.organisation,
            new.zone, new.demo, lagos_day(new.created_at), 1, new.price_kobo, new.created_by);
  end if;
  return null;
end $$;

create or replace trigger note_booking_made after insert or delete on bookings
  for each row execute function note_list_change();

create or replace trigger note_booking_moved after update on bookings
  for each row
  when ((old.paid, old.completed, old.withdrawn_at is null, old.organisation, old.zone, old.demo,
         old.created_at, old.price_kobo)
        is distinct from
        (new.paid, new.completed, new.withdrawn_at is null, new.organisation, new.zone, new.demo,
         new.created_at, new.price_kobo))
  execute function note_list_change();

create or replace function note_collision() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo)
    values ('collisions', old.organisation, old.zone, old.demo, lagos_day(old.created_at), -1, 0);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo)
    values ('collisions', new.organisation, new.zone, new.demo, lagos_day(new.created_at), 1, 0);
  end if;
  return null;
end $$;

create or replace trigger note_collision
  after insert or delete or update of organisation, zone, demo, created_at on collisions
  for each row execute function note_collision();

-- What officers booked and had withdrawn, by the month in which the bookings were made.
create table if not exists officer_counters (
  organisation text not null,
  zone text not null,
  demo boolean not null,
  officer_id text not null,
  -- The first day of the month.
  month date not null,
  issued bigint not null,
  withdrawn bigint not null,
  withdrawn_kobo bigint not null,
  primary key (organisation, zone, demo, month, officer_id)
);

-- Folds changes of lists into the counters of lists and officers; answers how many. Paying or
-- clearing a booking changes nothing for its officer. It does nothing while another process folds.
create or replace function fold_lists() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Deletes changes that were folded more than a day ago; answers how many.
create or replace function prune_list_changes() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from list_changes
    where at < now() - interval '1 day' and xid < (select xid from list_watermark)
    returning 1
  )
  select count(*) from gone
$$;

-- Bookings with each offence and what they were charged for it, by month, and by day for charts.
create table if not exists offence_counters (
  organisation text not null,
  zone text not null,
  demo boolean not null,
  span text not null check (span in ('day', 'month')),
  starts date not null,
  offence_id text not null,
  -- Each booking counts once, however many of its lines name the offence.
  bookings bigint not null,
  kobo bigint not null,
  -- Those that are neither paid nor withdrawn.
  open_bookings bigint not null,
  open_kobo bigint not null,
  primary key (organisation, zone, demo, span, starts, offence_id)
) with (fillfactor = 70);

-- One row for all offences of a booking, with what each was charged. `bookings` and `open` say
-- whether each counts once more (1), once less (-1) or as before (0).
create table if not exists offence_changes (
  xid xid8 not null default transaction_number(),
  seq bigint generated always as identity,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  made_on date not null,
  bookings smallint not null,
  open smallint not null,
  offences text[] not null,
  kobo bigint[] not null,
  primary key (xid, seq)
);

-- Changes of transactions before this one are folded.
create table if not exists offence_watermark (
  id boolean primary key default true check (id),
  xid xid8 not null
);

insert into offence_watermark (xid) values ('0') on conflict do nothing;

-- The lines that a booking had before are taken back, and all of them count anew.
create or replace function note_offences() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into offence_changes (organisation, zone, demo, made_on, bookings, open, offences, kobo)
  select booking.organisation, booking.zone, booking.demo, lagos_day(booking.created_at), counts,
         case when booking.paid or booking.withdrawn_at is not null then 0 else counts end,
         array_agg(charged.offence_id), array_agg(charged.kobo)
  from (
    select line.booking_id, 1 as counts, line.offence_id, sum(line.amount_kobo)::bigint as kobo
    from booking_offences as line
    where line.booking_id in (select booking_id from added)
    group by line.booking_id, line.offence_id
    union all
    select line.booking_id, -1, line.offence_id, sum(line.amount_kobo)::bigint
    from booking_offences as line
    where line.booking_id in (select booking_id from added)
      and not exists (select from added
                      where added.booking_id = line.booking_id and added.line = line.line)
    group by line.booking_id, line.offence_id
  ) as charged
    join bookings as booking on booking.id = charged.booking_id
  group by booking.id, counts;
  return null;
end $$;

create or replace trigger note_offences after insert on booking_offences
  referencing new table as added
  for each statement execute function note_offences();

-- It comes before each line, so that a statement which changes several counts step by step.
create or replace function note_offence_change() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into offence_changes (organisation, zone, demo, made_on, bookings, open, offences, kobo)
  select booking.organisation, booking.zone, booking.demo, lagos_day(booking.created_at), counts,
         case when booking.paid or booking.withdrawn_at is not null then 0 else counts end,
         array_agg(charged.offence_id), array_agg(charged.kobo)
  from (
    select -1 as counts, line.offence_id, sum(line.amount_kobo)::bigint as kobo
    from booking_offences as line
    where line.booking_id = old.booking_id
    group by line.offence_id
    union all
    select 1, offence_id, sum(amount_kobo)::bigint
    from (
      select line.offence_id, line.amount_kobo
      from booking_offences as line
      where line.booking_id = old.booking_id and line.line <> old.line
      union all
      select new.offence_id, new.amount_kobo where tg_op = 'UPDATE'
    ) as left_standing
    group by offence_id
  ) as charged, bookings as booking
  where booking.id = old.booking_id
  group by booking.id, counts;
  return coalesce(new, old);
end $$;

create or replace trigger note_offence_removed before delete on booking_offences
  for each row execute function note_offence_change();

create or replace trigger note_offence_changed
  before update of offence_id, amount_kobo on booking_offences
  for each row
  when ((old.offence_id, old.amount_kobo) is distinct from (new.offence_id, new.amount_kobo))
  execute function note_offence_change();

create or replace function note_offences_of_booking() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was_open integer := case when old.paid or old.withdrawn_at is not null then 0 else 1 end;
  is_open integer := case when new.paid or new.withdrawn_at is not null then 0 else 1 end;
  named text[];
  charged bigint[];
begin
  select array_agg(offence_id), array_agg(kobo) into named, charged
  from (
    select line.offence_id, sum(line.amount_kobo)::bigint as kobo
    from booking_offences as line where line.booking_id = new.id
    group by line.offence_id
  ) as lines;
  if named is null then
    return null;
  end if;
  if (old.organisation, old.zone, old.demo, lagos_day(old.created_at))
    = (new.organisation, new.zone, new.demo, lagos_day(new.created_at))
  then
    if is_open <> was_open then
      insert into offence_changes
        (organisation, zone, demo, made_on, bookings, open, offences, kobo)
      values (new.organisation, new.zone, new.demo, lagos_day(new.created_at), 0,
              is_open - was_open, named, charged);
    end if;
  else
    insert into offence_changes (organisation, zone, demo, made_on, bookings, open, offences, kobo)
    values (old.organisation, old.zone, old.demo, lagos_day(old.created_at), -1, -was_open,
            named, charged),
           (new.organisation, new.zone, new.demo, lagos_day(new.created_at), 1, is_open,
            named, charged);
  end if;
  return null;
end $$;

create or replace trigger note_offences_of_booking after update on bookings
  for each row
  when ((old.paid or old.withdrawn_at is not null, old.organisation, old.zone, old.demo,
         old.created_at)
        is distinct from
        (new.paid or new.withdrawn_at is not null, new.organisation, new.zone, new.demo,
         new.created_at))
  execute function note_offences_of_booking();

-- Folds changes of offences once at_least so many wait; answers how many. Days are counted for as
-- long as a chart may draw them, never less than 31.
create or replace function fold_offences(at_least bigint, days_counted integer) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Deletes what is folded, and the days that no chart draws any more.
create or replace function prune_offences(days_counted integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from offence_changes where xid < (select xid from offence_watermark);
  delete from offence_counters
  where span = 'day' and starts <= lagos_day(now()) - greatest(days_counted, 31);
$$;

-- What became of the bookings of each day and what money came in. It is folded from the outbox, so
-- that booking writes nothing more for it.
create table if not exists reconciliation_counters (
  -- A place has days. An officer and a revenue head have months, and days of all zones together,
  -- whose zone is ''.
  kind text not null check (kind in ('place', 'officer', 'head')),
  organisation text not null,
  span text not null check (span in ('day', 'month')),
  starts date not null,
  zone text not null,
  demo boolean not null,
  -- The officer, or the head's payment code; '' for a place.
  key text not null,
  -- The first of the names and offences that a head's lines have.
  name text not null,
  offence_id text not null,
  -- By the day on which bookings were made. Of a head its lines count.
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

create index if not exists reconciliation_of_an_officer on reconciliation_counters
  (key, organisation) where kind = 'officer' and span = 'month';

-- The outbox is folded up to here.
create table if not exists reconciliation_watermark (
  id boolean primary key default true check (id),
  xid xid8 not null,
  seq bigint not null
);

insert into reconciliation_watermark (xid, seq) values ('0', 0) on conflict do nothing;

-- What each booking counts, and on which day.
create or replace view reconciliation_records as
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

-- What each row of the outbox adds to that. Price, officer and day of a booking never change, so
-- that they are looked up.
create or replace view reconciliation_changes as
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

-- Folds at most so many rows of the outbox and answers how many. It waits until there are at_least
-- so many, or one is an hour old. It does nothing while another process folds.
create or replace function fold_reconciliation(at_least bigint, at_most bigint) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- The owner counts everything anew after putting something right by hand. One statement reads it
-- all, so that its moment decides what is still to be folded; nobody waits.
create or replace function recount_reconciliation() returns void
  language plpgsql set search_path = pg_catalog, public, pg_temp set work_mem = '64MB' as $$
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

-- Deletes rows of the outbox that are older than that, a day at least, and that every counter has
-- folded; answers how many. It leaves the last of them: a stream that broke off before that row is
-- known to be too old.
create or replace function prune_outbox(older_than interval) returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
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
