-- What searched and narrowed lists look through.

-- Day and month of a moment as numbers, which the index holds as keys. A search asks for one
-- stretch of time after the other.
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

-- A row for each booking, apart from it, so that paying or clearing leaves the index of its words
-- alone.
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

create index booking_search_keys on booking_search using gin (
  (array[organisation]), (array[zone]), (days_and_months(created_at)), (array[created_by]),
  (array[vehicle_type]), (array[amount_step(price_kobo)]), offences, text gin_trgm_ops
) with (gin_pending_list_limit = 1024);

-- What an officer has booked. It stands here, since this row keeps its index entries when the
-- booking is updated, which happens three or four times.
create index booking_search_officer on booking_search
  (created_by, created_at desc, booking_id desc) include (organisation, zone, demo, price_kobo);

-- Folded words, the keys of plate, licence, bill, phones and receipt, and names in their usual
-- spelling, and what the booking said before it was corrected. Each stands on its own line, so that
-- no piece runs from one into the next.
create function search_text_of(booking bookings) returns text
  language sql stable parallel safe
  return lower(concat_ws(
    E'\n',
    folded((booking).name), folded((booking).registration), (booking).phone_no,
    (booking).phone_two, folded((booking).license), substr((booking).id, 11),
    coalesce((booking).bill_ref, ''),
    spelling_key((booking).registration), spelling_key((booking).license),
    substr((booking).id, 11), spelling_key(coalesce((booking).bill_ref, '')),
    phone_key((booking).phone_no), phone_key((booking).phone_two),
    nullif(usual_spellings(folded((booking).name)), ''),
    nullif((booking).former, ''),
    (select folded(payment.receipt) || E'\n' || spelling_key(payment.receipt)
     from payments as payment where payment.booking_id = (booking).id and payment.receipt <> '')));

-- The row is written when the transaction commits: lines and payment may come after the booking.
create function index_booking() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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

-- Lines that come with their booking find no row yet; the trigger above brings them.
create function index_booking_offences() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_booking text := coalesce(new.booking_id, old.booking_id);
begin
  update booking_search
    set offences = array(select distinct line.offence_id from booking_offences as line
                         where line.booking_id = of_booking order by 1)
    where booking_id = of_booking;
  return null;
end $$;

create trigger index_booking_offences
  after insert or update of offence_id or delete on booking_offences
  for each row execute function index_booking_offences();

-- A copy of the rows that wait for payment or clearance: most searches are for these, and they are
-- a small part of all.
create table waiting_search (
  like booking_search,
  primary key (booking_id)
) with (fillfactor = 80);

create index waiting_search_keys on waiting_search using gin (
  (array[organisation]), (array[zone]), (days_and_months(created_at)),
  (array[vehicle_type]), (array[amount_step(price_kobo)]), offences, text gin_trgm_ops
) with (gin_pending_list_limit = 1024);

create function keep_waiting() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or new.list not in ('unpaid', 'paid') then
    delete from waiting_search where booking_id = coalesce(new.booking_id, old.booking_id);
    return null;
  end if;
  insert into waiting_search values (new.*)
  on conflict (booking_id) do update set
    organisation = excluded.organisation, zone = excluded.zone, demo = excluded.demo,
    list = excluded.list, created_at = excluded.created_at, created_by = excluded.created_by,
    vehicle_type = excluded.vehicle_type, price_kobo = excluded.price_kobo,
    offences = excluded.offences, text = excluded.text;
  return null;
end $$;

create trigger keep_waiting after insert or update or delete on booking_search
  for each row execute function keep_waiting();

-- Of a collision: its drivers, plates and phones, the location and the whole id.
create function search_text_of(collision collisions) returns text
  language sql stable parallel safe
  return lower(concat_ws(
    E'\n',
    (select string_agg(
       concat_ws(
         E'\n', folded(vehicle.name), folded(vehicle.plate), vehicle.phone,
         spelling_key(vehicle.plate), phone_key(vehicle.phone),
         nullif(usual_spellings(folded(vehicle.name)), '')),
       E'\n' order by vehicle.line)
     from collision_vehicles as vehicle where vehicle.collision_id = (collision).id),
    folded((collision).location),
    (collision).id));

-- The place is in the index: what one zone never has may be on every collision of another.
create index collisions_search_keys on collisions using gin (
  (array[organisation]), (array[zone]), search_text gin_trgm_ops
) with (gin_pending_list_limit = 1024);

-- Vehicles come after their collision, so the text is written when the transaction commits.
create function index_collision() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_collision text;
begin
  if tg_table_name = 'collisions' then
    of_collision := new.id;
  else
    of_collision := coalesce(new.collision_id, old.collision_id);
  end if;
  update collisions as collision set search_text = search_text_of(collision)
    where id = of_collision and search_text is distinct from search_text_of(collision);
  return null;
end $$;

create constraint trigger index_collision after insert or update of location on collisions
  deferrable initially deferred
  for each row execute function index_collision();

create constraint trigger index_collision_vehicle
  after insert or update of plate, name, phone or delete on collision_vehicles
  deferrable initially deferred
  for each row execute function index_collision();
