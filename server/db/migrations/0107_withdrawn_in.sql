-- Outside a transaction: the indexes are built while others write.
-- In the order of amounts or names, withdrawn bookings were read all over again for each page.
drop index concurrently if exists bookings_withdrawn_in;

create index concurrently bookings_withdrawn_in on bookings
  (organisation, created_at desc, id desc) where withdrawn_at is not null;

drop index concurrently if exists bookings_withdrawn_in_zone;

create index concurrently bookings_withdrawn_in_zone on bookings
  (organisation, zone, created_at desc, id desc) where withdrawn_at is not null;
