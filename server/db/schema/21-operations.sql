-- What the running product keeps for itself, and the books of the gateway's stand-in.

-- Calls that are limited to so many a minute, counted by all processes together. After a crash
-- everybody may try again, which costs less than a log entry for each call.
create unlogged table attempts (
  key bytea primary key,
  began_at timestamptz not null,
  count integer not null
);

create index attempts_began_at on attempts (began_at);

-- What is wrong right now. A row goes when its cause does.
create table alarms (
  name text primary key,
  since timestamptz not null default now(),
  words text not null check (words <> '')
);

-- Each row counts what broke in browsers at one place, for one cause. No row names anybody.
create table breakages (
  id bigint generated always as identity primary key,
  release text not null,
  place text not null,
  kind text not null,
  name text not null,
  -- Places in files of the build, separated by blanks.
  frames text not null,
  -- Reports: of a device one an hour.
  count integer not null default 1 check (count > 0),
  -- The most accounts that met it within a day.
  accounts integer not null default 0,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  -- When two accounts last met it within ten minutes.
  spread_at timestamptz,
  unique (release, place, kind, name, frames)
);

create index breakages_last_seen on breakages (last_seen desc);

-- Each row says that an account met a breakage, so that accounts can be counted. It is deleted
-- after a day.
create table breakage_accounts (
  breakage bigint not null references breakages on delete cascade,
  account text not null,
  at timestamptz not null default now(),
  primary key (breakage, account)
);

create index breakage_accounts_at on breakage_accounts (at);

-- Makes unreadable who was booked, in the booking and in the rows of the trail that hold it. The
-- hashes stay, so that every chain and seal still holds. Price, offences, place and payment stay.
-- What followed the ticket goes too: what people wrote, its pictures and the court's paper. Triggers
-- take the rest, such as messages. The next pruning removes the bytes of pictures.
-- The booking was cleared or withdrawn so many years ago, one at least. It has no open exception and
-- isn't held. The same transaction has written the erasure into the trail. Answers whether it was
-- done.
create function erase_booking(of_booking text, years integer) returns boolean
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
               where booking_id = of_booking and closed_at is null)
    or is_held(of_booking) then
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
    notes = '', former = '', position_lat = null, position_lng = null, position_accuracy = null,
    body_hash = 'erased ' || id, erased_at = now()
  where id = of_booking;
  with gone as (
    delete from booking_files where booking_id = of_booking returning file_id
  ), papers as (
    update court_cases set paper = null
    where booking_id = of_booking and paper is not null
    returning old.paper as file_id
  ), shown as (
    delete from dispute_files where booking_id = of_booking returning file_id
  ), gone_files as (
    select file_id from gone union all select file_id from papers
    union all select file_id from shown
  ), received as (
    delete from originals where file_id in (select file_id from gone_files) returning original_id
  )
  delete from files
  where id in (select file_id from gone_files union all select original_id from received);
  update audit set before = null, after = null, salt = ''
  where record_type = 'booking' and record_id = of_booking
    and event in ('booking.made', 'booking.corrected', 'booking.withdrawn',
                  'booking.mistake-reported', 'booking.mistake-left', 'booking.opted-out',
                  'booking.obligation-done', 'booking.waiver-asked', 'booking.given-back',
                  'booking.held', 'booking.hold-lifted');
  update mistakes set reason = 'Erased', answer = case when answer is not null then 'Erased' end
  where booking_id = of_booking;
  update obligations set reason = 'Erased' where booking_id = of_booking and reason is not null;
  update given_back set reason = 'Erased' where booking_id = of_booking;
  update disputes set words = 'Erased', phone = '',
    answer = case when answer is not null then 'Erased' end
  where booking_id = of_booking;
  update holds set reason = 'Erased', lift_reason = case when lifted_at is not null then 'Erased' end
  where booking_id = of_booking;
  return true;
end $$;

-- After so many years, one at least, nobody reads whose vehicle it was. Answers how many rows.
create function erase_labels(years integer) returns integer
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
create table erasure_marks (
  list text primary key,
  up_to timestamptz not null
);

-- The sandbox stands for the gateway in a demo. Its books are another party's, apart from ours.
create schema sandbox;

create sequence sandbox.receipts;

create table sandbox.bills (
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

create table sandbox.bill_items (
  bill_reference text not null references sandbox.bills,
  position integer not null,
  mdas_id integer not null,
  revenue_code text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  narration text not null,
  primary key (bill_reference, position)
);
