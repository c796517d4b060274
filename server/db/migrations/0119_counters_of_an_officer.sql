-- Outside a transaction: the index is built while others write.
-- What has become of an officer's bookings, of all the months in which they booked.
drop index concurrently if exists reconciliation_of_an_officer;

create index concurrently reconciliation_of_an_officer on reconciliation_counters
  (key, organisation) where kind = 'officer' and span = 'month';
