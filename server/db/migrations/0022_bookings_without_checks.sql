drop index bookings_open_bills;
alter table bookings drop column checked_at;
