-- Outside a transaction: the index is built while others write.
-- A zone's unpaid bookings were looked for among all that it ever booked.
drop index concurrently if exists bookings_unpaid_in_zone;

create index concurrently bookings_unpaid_in_zone on bookings
  (organisation, zone, created_at desc, id desc) where not paid and withdrawn_at is null;
