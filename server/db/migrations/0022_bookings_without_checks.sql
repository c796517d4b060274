drop index bookings_open_bills;
alter table bookings drop column checked_at;

-- That a bill is asked for changes no indexed column then, and finds room on the page of its booking:
-- PostgreSQL writes one new row version and no index entry, a tenth of the log. Pages that are full
-- already stay so.
drop index bookings_awaiting_bill;
alter table bookings set (fillfactor = 90);
