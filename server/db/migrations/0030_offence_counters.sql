-- How many bookings have each offence and what they were charged for it, so that no chart reads the
-- lines of a year: by month, and by day for the weeks that are still drawn. A row with an empty zone
-- holds all zones of its organisation.
create table offence_counters (
  organisation text not null,
  zone text not null,
  demo boolean not null,
  span text not null check (span in ('day', 'month')),
  -- The first day of the span.
  starts date not null,
  offence_id text not null,
  -- Every booking with the offence, counted once, and what they were charged for it.
  bookings bigint not null,
  kobo bigint not null,
  -- Those of them that are neither paid nor withdrawn.
  open_bookings bigint not null,
  open_kobo bigint not null,
  primary key (organisation, zone, demo, span, starts, offence_id)
) with (fillfactor = 70);

-- What came to these numbers or left them, written in the change's own transaction: one row for all
-- offences of a booking. `bookings` and `open` say whether each of them counts once more (1), once
-- less (-1) or as before (0), with what it was charged.
create table offence_changes (
  xid xid8 not null default pg_current_xact_id(),
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

-- The changes of transactions before this one are folded. There is no row until the bookings that
-- stood here before are counted, and nothing is folded until then.
create table offence_watermark (
  id boolean primary key default true check (id),
  xid xid8 not null
);

create function note_offences() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Of a booking that had lines before, these are taken back, and all of them count anew.
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
create trigger note_offences after insert on booking_offences
  referencing new table as added
  for each statement execute function note_offences();

-- Before each line: a statement that changes several of a booking's lines counts them step by step.
create function note_offence_change() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger note_offence_removed before delete on booking_offences
  for each row execute function note_offence_change();
create trigger note_offence_changed before update of offence_id, amount_kobo on booking_offences
  for each row
  when ((old.offence_id, old.amount_kobo) is distinct from (new.offence_id, new.amount_kobo))
  execute function note_offence_change();

create function note_offences_of_booking() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger note_offences_of_booking after update on bookings
  for each row
  when ((old.paid or old.withdrawn_at is not null, old.organisation, old.zone, old.demo, old.created_at)
        is distinct from
        (new.paid or new.withdrawn_at is not null, new.organisation, new.zone, new.demo, new.created_at))
  execute function note_offences_of_booking();
