-- When what is personal in a booking was made unreadable; null for nearly all.
alter table bookings add column erased_at timestamptz;

-- Up to which moment of clearance or withdrawal bookings have been looked at, by list.
create table erasure_marks (
  list text primary key,
  up_to timestamptz not null
);

-- Makes unreadable who was booked: in the booking, and in the rows of the trail that hold it, whose
-- hashes stay, so that every chain and seal still holds. Only for a booking that was cleared or
-- withdrawn so many years ago (one at the very least) and has no open exception, and only where this
-- very transaction wrote into the trail that it is done. Answers whether it was. Price, offences,
-- place, day, officer and payment stay.
create function erase_booking(of_booking text, years integer) returns boolean language plpgsql
security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  booking bookings;
begin
  select * into booking from bookings where id = of_booking for update;
  if booking.erased_at is not null
    or coalesce(booking.completed_at, booking.withdrawn_at) is null
    or coalesce(booking.completed_at, booking.withdrawn_at)
       > now() - make_interval(years => greatest(years, 1))
    or exists (select from payment_exceptions
               where booking_id = of_booking and closed_at is null) then
    return false;
  end if;
  if not exists (
    select from audit
    where record_type = 'booking' and record_id = of_booking and event = 'booking.erased'
      and xid = transaction_number()
  ) then
    raise exception 'The trail of booking % does not say that it is erased.', of_booking
      using errcode = 'check_violation';
  end if;
  -- Three fields may not be empty, and one of plate and licence; a sign that no search looks for.
  update bookings set
    name = 'Erased', address = '-', phone_no = '-', license = '-', registration = '',
    phone_two = '', email = '', dob = null, height = '', gender = '', vin = '', pin = '',
    notes = '', position_lat = null, position_lng = null, position_accuracy = null,
    body_hash = 'erased ' || id, erased_at = now()
  where id = of_booking;
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = of_booking
    and event in ('booking.made', 'booking.withdrawn');
  return true;
end $$;
