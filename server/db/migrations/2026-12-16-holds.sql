-- A hold keeps a ticket from erasure while a court or another authority may ask for it.
create table holds (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  booking_id text not null references bookings,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- The court or authority that may ask for the ticket.
  for_whom text not null check (btrim(for_whom) <> ''),
  reason text not null check (btrim(reason) <> ''),
  -- The last day in Africa/Lagos; null until somebody lifts it.
  until_day date,
  set_by text not null references users,
  set_at timestamptz not null default now(),
  lifted_by text references users,
  lifted_at timestamptz,
  lift_reason text check (btrim(lift_reason) <> ''),
  constraint lifted_whole check (num_nulls(lifted_by, lifted_at, lift_reason) in (0, 3)),
  constraint lifted_by_another check (lifted_by <> set_by)
);

create index holds_of on holds (booking_id, set_at desc);

create index holds_in on holds (organisation, set_at desc, id desc);

-- A hold in force, or a case that was referred and has no decision. Whoever sets a hold or erases
-- locks the booking first.
create function is_held(of_booking text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from holds
    where booking_id = of_booking and lifted_at is null
      and (until_day is null or until_day >= lagos_day(now()))
  ) or exists (
    select from court_cases join court_batches on court_batches.id = batch_id
    where booking_id = of_booking and locked_at is not null and decided_at is null
  )
$$;

-- As before; but for the erasure, which takes the paper of a decided case.
create or replace function court_batch_is_locked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'court_batches' then
    if old.locked_at is not null then
      raise exception 'Batch % is locked.', old.id using errcode = 'check_violation';
    end if;
  elsif tg_op = 'UPDATE' then
    if old.decided_at is not null and not (
      to_jsonb(new) - 'paper' = to_jsonb(old) - 'paper' and new.paper is null
      and exists (select from bookings where id = old.booking_id and erased_at is not null)
    ) then
      raise exception 'The court has decided case %.', old.booking_id
        using errcode = 'check_violation';
    end if;
  elsif exists (
    select from court_batches
    where id = coalesce(new.batch_id, old.batch_id) and locked_at is not null
  ) then
    raise exception 'Batch % is locked.', coalesce(new.batch_id, old.batch_id)
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;

-- As before; but what is held waits, and what followed the ticket goes too: the words of people, and
-- the court's paper. Triggers take the rest, such as messages.
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
