-- What the running product keeps for itself, and the books of the gateway's stand-in.

-- Calls that are limited to so many a minute, counted by all processes together. After a crash
-- everybody may try again, which costs less than a log entry for each call.
create unlogged table if not exists attempts (
  key bytea primary key,
  began_at timestamptz not null,
  count integer not null
);

create index if not exists attempts_began_at on attempts (began_at);

-- What is wrong right now. A row goes when its cause does.
create table if not exists alarms (
  name text primary key,
  since timestamptz not null default now(),
  words text not null check (words <> '')
);

-- Makes unreadable who was booked, in the booking and in the rows of the trail that hold it. The
-- hashes stay, so that every chain and seal still holds. Price, offences, place and payment stay.
-- The booking was cleared or withdrawn so many years ago, one at least, and has no open exception.
-- The same transaction has written the erasure into the trail. Answers whether it was done.
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
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = of_booking
    and event in ('booking.made', 'booking.withdrawn');
  return true;
end $$;

-- After so many years, one at least, nobody reads whose vehicle it was. Answers how many rows.
create or replace function erase_labels(years integer) returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with late as (
    update late_records set label = '', body_hash = null
    where label <> '' and asked_at < now() - make_interval(years => greatest(years, 1)) returning 1
  ), taken_out as (
    update taken_out_records set label = ''
    where label <> '' and taken_out_at < now() - make_interval(years => greatest(years, 1))
    returning 1
  )
  select ((select count(*) from late) + (select count(*) from taken_out))::integer
$$;

-- The erasure has looked at bookings that were cleared or withdrawn up to this moment, by list.
create table if not exists erasure_marks (
  list text primary key,
  up_to timestamptz not null
);

-- The sandbox stands for the gateway in a demo. Its books are another party's, apart from ours.
create schema if not exists sandbox;

create sequence if not exists sandbox.receipts;

create table if not exists sandbox.bills (
  bill_reference text primary key check (bill_reference ~ '^[1-9][0-9]{11}$'),
  identifier text not null,
  first_name text not null,
  middle_name text not null,
  last_name text not null,
  telephone text not null,
  address text not null,
  narration text not null,
  additional_data jsonb not null default '{}',
  receipt text unique check (receipt ~ '^[0-9]{8,}$'),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  check ((receipt is null) = (paid_at is null))
);

create table if not exists sandbox.bill_items (
  bill_reference text not null references sandbox.bills,
  position integer not null,
  mdas_id integer not null,
  revenue_code text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  narration text not null,
  primary key (bill_reference, position)
);
