-- How many records each list holds and what they cost, so that no list has to count its rows: by
-- the day on which they were made (Africa/Lagos), by month, and in all. A row with an empty zone
-- holds all zones of its organisation.
create table list_counters (
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

-- What entered a list or left it, written in the change's own transaction and then folded into the
-- counters. Readers add what isn't folded yet, so that the numbers are exact at any moment.
create table list_changes (
  xid xid8 not null default pg_current_xact_id(),
  seq bigint generated always as identity,
  at timestamptz not null default now(),
  list text not null,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  made_on date not null,
  records integer not null,
  kobo bigint not null,
  primary key (xid, seq)
);
create index list_changes_age on list_changes (at);

-- The changes of transactions before this one are folded.
create table list_watermark (
  id boolean primary key default true check (id),
  xid xid8 not null
);
insert into list_watermark (xid) values ('0');

create function list_of(paid boolean, completed boolean, withdrawn boolean) returns text
  language sql immutable parallel safe
  return case when withdrawn then 'withdrawn' when completed then 'completed'
              when paid then 'paid' else 'unpaid' end;

create function note_list_change() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo)
    values (list_of(old.paid, old.completed, old.withdrawn_at is not null), old.organisation,
            old.zone, old.demo, lagos_day(old.created_at), -1, -old.price_kobo);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_changes (list, organisation, zone, demo, made_on, records, kobo)
    values (list_of(new.paid, new.completed, new.withdrawn_at is not null), new.organisation,
            new.zone, new.demo, lagos_day(new.created_at), 1, new.price_kobo);
  end if;
  return null;
end $$;
create trigger note_booking_made after insert or delete on bookings
  for each row execute function note_list_change();
create trigger note_booking_moved after update on bookings
  for each row
  when ((old.paid, old.completed, old.withdrawn_at is null, old.organisation, old.zone, old.demo,
         old.created_at, old.price_kobo)
        is distinct from
        (new.paid, new.completed, new.withdrawn_at is null, new.organisation, new.zone, new.demo,
         new.created_at, new.price_kobo))
  execute function note_list_change();

create function note_collision() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
create trigger note_collision
  after insert or delete or update of organisation, zone, demo, created_at on collisions
  for each row execute function note_collision();

-- What a narrowed or searched list looks through: the fields that lists are narrowed by and the
-- text, apart from the booking, so that paying or clearing a booking leaves the index of its words
-- alone. Written by a trigger, when the booking's transaction commits.
create table booking_search (
  booking_id text primary key,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  list text not null,
  created_at timestamptz not null,
  created_by text not null,
  vehicle_type text not null,
  price_kobo bigint not null,
  offences text[] not null,
  text text not null
) with (fillfactor = 80);

-- The day and the month of a moment in Africa/Lagos, as numbers: a search asks for one stretch of
-- time after the other, and the index holds them as keys.
create function days_and_months(instant timestamptz) returns integer[]
  language sql immutable parallel safe
  return array[
    lagos_day(instant) - date '2000-01-01',
    -1 - (extract(year from lagos_day(instant))::integer * 12
          + extract(month from lagos_day(instant))::integer)];

-- Amounts in steps of about a fifth, so that a range of amounts is a few keys.
create function amount_step(kobo bigint) returns integer
  language sql immutable parallel safe
  return case when kobo <= 0 then 0 else floor(ln(kobo::float8) * 5)::integer end;

create index booking_search_keys on booking_search using gin (
  (array[organisation]), (array[zone]), (days_and_months(created_at)), (array[created_by]),
  (array[vehicle_type]), (array[amount_step(price_kobo)]), offences, text gin_trgm_ops
) with (gin_pending_list_limit = 1024);

-- Fragments as they were given and the keys of plate, licence, bill and phones, in small letters,
-- with nothing that runs from one into the next.
create function search_text_of(booking bookings) returns text
  language sql stable parallel safe
  return lower(
    (booking).name || E'\n' || (booking).registration || E'\n' || (booking).phone_no
    || E'\n' || (booking).phone_two || E'\n' || (booking).license
    || E'\n' || substr((booking).id, 11) || E'\n' || coalesce((booking).bill_ref, '')
    || E'\n' || spelling_key((booking).registration) || E'\n' || spelling_key((booking).license)
    || E'\n' || substr((booking).id, 11)
    || E'\n' || spelling_key(coalesce((booking).bill_ref, ''))
    || E'\n' || phone_key((booking).phone_no) || E'\n' || phone_key((booking).phone_two));

create function index_booking() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into booking_search as known
    (booking_id, organisation, zone, demo, list, created_at, created_by, vehicle_type, price_kobo,
     offences, text)
  select booking.id, booking.organisation, booking.zone, booking.demo,
         list_of(booking.paid, booking.completed, booking.withdrawn_at is not null),
         booking.created_at, booking.created_by, booking.vehicle_type, booking.price_kobo,
         array(select distinct line.offence_id from booking_offences as line
               where line.booking_id = booking.id order by 1),
         search_text_of(booking)
  from bookings as booking where booking.id = new.id
  on conflict (booking_id) do update set
    organisation = excluded.organisation, zone = excluded.zone, demo = excluded.demo,
    list = excluded.list, created_at = excluded.created_at, created_by = excluded.created_by,
    vehicle_type = excluded.vehicle_type, price_kobo = excluded.price_kobo,
    offences = excluded.offences, text = excluded.text
  where known is distinct from excluded;
  return null;
end $$;
create constraint trigger index_booking after insert or update on bookings
  deferrable initially deferred
  for each row execute function index_booking();

-- Lines that come with their booking find no row yet: the booking's own trigger brings them.
create function index_booking_offences() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_booking text := coalesce(new.booking_id, old.booking_id);
begin
  update booking_search
    set offences = array(select distinct line.offence_id from booking_offences as line
                         where line.booking_id = of_booking order by 1)
    where booking_id = of_booking;
  return null;
end $$;
create trigger index_booking_offences after insert or update of offence_id or delete
  on booking_offences for each row execute function index_booking_offences();
