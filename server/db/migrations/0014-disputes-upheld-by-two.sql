-- Two people uphold a dispute. What was proposed of it is erased with who was booked.

create function erase_upholdings() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update proposals
  set reason = 'Erased', refusal = case when refusal is not null then 'Erased' end
  where kind = 'dispute answer' and subject = new.id;
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = new.id and event = 'booking.upholding-refused';
  return null;
end $$;

create trigger erase_upholdings
  after update of erased_at on bookings
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function erase_upholdings();
