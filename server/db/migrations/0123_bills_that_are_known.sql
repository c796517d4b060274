-- Outside a transaction: the index is built while others write.
-- While a gateway was away, thousands of bookings had no bill, of which PostgreSQL learns late: it looked a
-- booking without one up by the bill that it didn't have, and read all others without one.
drop index concurrently if exists bookings_bill_ref_known;

create unique index concurrently bookings_bill_ref_known on bookings (bill_ref)
  where bill_ref is not null;

drop index concurrently if exists bookings_bill_ref;

alter index bookings_bill_ref_known rename to bookings_bill_ref;
