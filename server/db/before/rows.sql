-- What the rows of a database or a backup of before say otherwise, once they are in the tables of
-- server/db/schema. Where it was done already, it changes nothing.

-- The trigger lets nobody change a fee whose day has begun.
alter table offence_fees disable trigger user;
update offence_fees set demo = true
where not demo and set_by in (select id from users where demo);
alter table offence_fees enable trigger user;

alter table fee_proposals disable trigger user;
update fee_proposals set demo = true
where not demo and proposed_by in (select id from users where demo);
alter table fee_proposals enable trigger user;

update booking_search as known set text = search_text_of(booking)
from bookings as booking
where known.booking_id = booking.id and known.text is distinct from search_text_of(booking);

update collisions as collision set search_text = search_text_of(collision)
where search_text is distinct from search_text_of(collision);

select recount_figures();

analyze figures, bookings, booking_search, waiting_search, collisions, collision_vehicles;
