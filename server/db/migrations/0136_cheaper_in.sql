-- Outside a transaction: the index is built while others write.
-- A booking of a few minutes across midnight may have chosen the cheaper day, without being late.
drop index concurrently if exists bookings_cheaper_in;

create index concurrently bookings_cheaper_in on bookings (organisation, created_at)
  include (zone, demo, created_by) where arrival_kobo > price_kobo;
