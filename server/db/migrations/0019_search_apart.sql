-- The search looks through booking_search now, and every list begins with its organisation.
alter table bookings drop column search_text;
drop index bookings_newest;
