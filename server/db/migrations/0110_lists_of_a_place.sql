-- Outside a transaction: the indexes are built while others write.
-- Settled exceptions and decided late records stay for ever: a page of an organisation's or a zone's
-- was looked for among all of them.
drop index concurrently if exists payment_exceptions_in;

create index concurrently payment_exceptions_in on payment_exceptions
  (organisation, found_at desc, id desc) include (zone, demo);

drop index concurrently if exists payment_exceptions_open_in;

create index concurrently payment_exceptions_open_in on payment_exceptions
  (organisation, found_at desc, id desc) include (zone, demo) where closed_at is null;

drop index concurrently if exists payment_exceptions_in_zone;

create index concurrently payment_exceptions_in_zone on payment_exceptions
  (organisation, zone, found_at desc, id desc) include (demo);

drop index concurrently if exists late_records_in;

create index concurrently late_records_in on late_records
  (organisation, asked_at desc, id desc) include (zone, demo);

drop index concurrently if exists late_records_in_zone;

create index concurrently late_records_in_zone on late_records
  (organisation, zone, asked_at desc, id desc) include (demo);

drop index concurrently if exists late_records_waiting_in;

create index concurrently late_records_waiting_in on late_records
  (organisation, asked_at desc, id desc) include (zone, demo) where let_in is null;

drop index concurrently if exists late_records_of_a_place;

-- Late bookings and collisions are counted by officer, of one place in some days.
drop index concurrently if exists bookings_late_in;

create index concurrently bookings_late_in on bookings (organisation, created_at)
  include (zone, demo, created_by, id, arrival_kobo, price_kobo)
  where created_at - made_at > interval '15 minutes';

drop index concurrently if exists bookings_late;

drop index concurrently if exists collisions_late_in;

create index concurrently collisions_late_in on collisions (organisation, created_at)
  include (zone, demo, created_by, id)
  where created_at - made_at > interval '15 minutes';

drop index concurrently if exists collisions_late;
