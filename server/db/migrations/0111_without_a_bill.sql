-- Outside a transaction: the index is built while others write.
-- Bills that are late, or were left without a gateway, are those of organisations that have one: all
-- bookings of one that has none were passed over.
drop index concurrently if exists bookings_without_bill_in;

create index concurrently bookings_without_bill_in on bookings (organisation, created_at)
  where bill_ref is null and withdrawn_at is null and not paid and price_kobo > 0;

drop index concurrently if exists bookings_without_bill;
