-- Where and when an offence was booked stands beside it too, so that the offences of a year are
-- counted from one index, without looking up every booking.
alter table booking_offences
  add column organisation text not null default '',
  add column zone text not null default '',
  add column demo boolean not null default false,
  add column booked_at timestamptz not null default now();

update booking_offences as line
  set organisation = bookings.organisation, zone = bookings.zone, demo = bookings.demo,
      booked_at = bookings.created_at
  from bookings where bookings.id = line.booking_id;

-- Whatever is said of them when they are stored: they are the booking's.
create function place_offence() returns trigger language plpgsql as $$
begin
  select organisation, zone, demo, created_at
    into new.organisation, new.zone, new.demo, new.booked_at
    from bookings where id = new.booking_id;
  return new;
end $$;
create trigger place_offence before insert on booking_offences
  for each row execute function place_offence();

create function replace_offences() returns trigger language plpgsql as $$
begin
  update booking_offences
    set organisation = new.organisation, zone = new.zone, demo = new.demo,
        booked_at = new.created_at
    where booking_id = new.id;
  return null;
end $$;
create trigger replace_offences after update of organisation, zone, demo, created_at on bookings
  for each row execute function replace_offences();

create index booking_offences_booked on booking_offences (organisation, booked_at)
  include (offence_id, amount_kobo, zone, demo, booking_id);
