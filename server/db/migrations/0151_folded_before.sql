-- Outside a transaction: every statement can be repeated.

-- In batches, whose bookings are held, so that none is paid between its reading and its text.
do $$
declare
  reached text := '';
  taken text[];
begin
  loop
    select array_agg(id order by id) into taken
      from (select id from bookings where id > reached order by id limit 1000) as batch;
    exit when taken is null;
    perform from bookings where id = any(taken) order by id for no key update;
    update booking_search as known set text = search_text_of(booking)
      from bookings as booking
      where booking.id = any(taken) and known.booking_id = booking.id
        and known.text is distinct from search_text_of(booking);
    commit;
    reached := taken[cardinality(taken)];
  end loop;
end $$;

do $$
declare
  reached text := '';
  taken text[];
begin
  loop
    select array_agg(id order by id) into taken
      from (select id from collisions where id > reached order by id limit 1000) as batch;
    exit when taken is null;
    update collisions as collision set search_text = search_text_of(collision)
      where id = any(taken) and search_text is distinct from search_text_of(collision);
    commit;
    reached := taken[cardinality(taken)];
  end loop;
end $$;

-- The keys of plates with marks or look-alikes are others now.
drop index concurrently if exists bookings_by_plate;

create index concurrently bookings_by_plate on bookings
  (spelling_key(registration), organisation, created_at desc) where registration <> '';

drop index concurrently if exists bookings_by_license;

create index concurrently bookings_by_license on bookings
  (spelling_key(license), organisation, created_at desc) where license <> '';

drop index concurrently if exists vehicles_by_plate;

create index concurrently vehicles_by_plate on collision_vehicles (spelling_key(plate))
  where plate <> '';

drop index concurrently if exists bookings_plate_in;

drop index concurrently if exists bookings_license_in;

drop index concurrently if exists collision_vehicle_plate;

analyze bookings, booking_search, waiting_search, collisions, collision_vehicles;
