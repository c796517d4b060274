-- Outside a transaction: indexes of tables that may be long, while they are written to.
-- Bookings are found by an offence in the index of booking_search, and offences are counted by their days.
drop index concurrently if exists booking_offences_by_offence;

-- Who acts is only looked up to let them see a booking whose payment they have just handled. These two
-- events are few, and a booking is made without writing to this index. What a failed build left is
-- no index.
drop index concurrently if exists audit_handled;

create index concurrently audit_handled on audit (actor_id, record_id, at)
  where event in ('payment.started', 'booking.checked');

drop index concurrently if exists audit_actor;
