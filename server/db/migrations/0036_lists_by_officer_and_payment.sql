-- Outside a transaction: every statement can be repeated.

-- The place of the payments that were there before, which their trigger looks up. In batches, so that
-- nobody waits for more than one of them.
do $$
declare
  reached text := '';
  taken text[];
begin
  loop
    select array_agg(id order by id) into taken
      from (select id from payments where id > reached order by id limit 5000) as batch;
    exit when taken is null;
    update payments set organisation = '' where id = any(taken) and organisation = '';
    commit;
    reached := taken[cardinality(taken)];
  end loop;
end $$;

-- The payments of some days in one organisation, the latest first; what a failed build left is no
-- index.
drop index concurrently if exists payments_placed;

create index concurrently payments_placed on payments (organisation, confirmed_at desc, booking_id desc)
  include (zone, demo);

drop index concurrently if exists payments_confirmed;

-- The same of what was cleared.
drop index concurrently if exists bookings_cleared_in;

create index concurrently bookings_cleared_in on bookings (organisation, completed_at desc, id desc)
  include (zone, demo) where completed;

drop index concurrently if exists bookings_cleared;

-- What an officer has booked, the newest first, for a list of all states from the index alone. Here and
-- not in bookings, since a booking is updated three or four times in its life, and this row keeps its
-- index entries when it is.
drop index concurrently if exists booking_search_officer;

create index concurrently booking_search_officer
  on booking_search (created_by, created_at desc, booking_id desc)
  include (organisation, zone, demo, price_kobo);
