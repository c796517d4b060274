-- Outside a transaction
-- Courts and reminders look for unpaid tickets by their due day.
create index concurrently if not exists bookings_due on bookings (organisation, due_day, id)
  where not paid and withdrawn_at is null and due_day is not null;
