-- What the driver did when asked to sign; '' where nobody asked. Older rows are not looked at.
alter table bookings add column signature text not null default '';

alter table bookings add constraint known_signature
  check (signature in ('', 'signed', 'refused')) not valid;

-- Pictures of a booking, sent after its words: of plate, licence or scene, and its driver's signature.
create table booking_files (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  booking_id text not null references bookings,
  shows text not null check (shows in ('scene', 'signature')),
  -- Time and position by the camera, else by the phone.
  taken jsonb,
  file_id text not null unique references files
);

create index booking_files_of_a_booking on booking_files (booking_id, id);

create unique index booking_signature_once on booking_files (booking_id) where shows = 'signature';

-- As before, and its pictures go with whom they show; their bytes follow with the next pruning.
create or replace function erase_booking(of_booking text, years integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
  -- Three fields may not be empty, nor plate and licence both. No search looks for a dash.
  update bookings set
    name = 'Erased', address = '-', phone_no = '-', license = '-', registration = '',
    phone_two = '', email = '', dob = null, height = '', gender = '', vin = '', pin = '',
    notes = '', position_lat = null, position_lng = null, position_accuracy = null,
    body_hash = 'erased ' || id, erased_at = now()
  where id = of_booking;
  with gone as (
    delete from booking_files where booking_id = of_booking returning file_id
  ), received as (
    delete from originals where file_id in (select file_id from gone) returning original_id
  )
  delete from files
  where id in (select file_id from gone union all select original_id from received);
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = of_booking
    and event in ('booking.made', 'booking.withdrawn');
  return true;
end $$;
