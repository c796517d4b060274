-- What was corrected in a booking. Before and after stand in the trail.
alter table bookings
  -- A paper and a signed code say of which version they are.
  add column version integer not null default 1 check (version >= 1),
  add column corrected_at timestamptz,
  -- The newest version that was printed, shown or opened by its code; null before any.
  add column shown_version integer check (shown_version <= version),
  -- What it said before, folded and as keys, a line each: searches find it still.
  add column former text not null default '',
  -- The withdrawn booking in whose place this one was made.
  add column replaces text references bookings,
  add constraint corrected_at_some_time check ((version = 1) = (corrected_at is null)),
  add constraint replaces_another check (replaces <> id);

create index bookings_replaces on bookings (replaces) where replaces is not null;

-- What was cleared or withdrawn stays as it was, but for its erasure.
create function booking_is_corrected_in_time() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.completed or old.withdrawn_at is not null or new.version <> old.version + 1 then
    raise exception 'Booking % can''t be corrected.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger booking_is_corrected_in_time
  before update of version on bookings
  for each row when (new.version <> old.version)
  execute function booking_is_corrected_in_time();

alter table outbox drop constraint outbox_change_check;
alter table outbox add constraint outbox_change_check
  check (change in ('made', 'billed', 'corrected', 'paid', 'cleared', 'withdrawn', 'recorded'));

create or replace function announce_booking() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_new boolean := tg_op = 'INSERT';
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on, kobo,
                      officer_id)
  select 'booking', new.id, change, new.organisation, new.zone, new.demo,
         lagos_day(new.created_at), new.price_kobo, new.created_by
  from (
    values ('made', is_new),
           ('billed', new.bill_ref is not null and (is_new or old.bill_ref is null)),
           ('corrected', not is_new and new.version > old.version),
           ('cleared', new.completed and (is_new or not old.completed)),
           ('withdrawn', new.withdrawn_at is not null and (is_new or old.withdrawn_at is null))
  ) as changes (change, has_happened)
  where has_happened;
  return null;
end $$;

create or replace function search_text_of(booking bookings) returns text
  language sql stable parallel safe
  return lower(concat_ws(
    E'\n',
    folded((booking).name), folded((booking).registration), (booking).phone_no,
    (booking).phone_two, folded((booking).license), substr((booking).id, 11),
    coalesce((booking).bill_ref, ''),
    spelling_key((booking).registration), spelling_key((booking).license),
    substr((booking).id, 11), spelling_key(coalesce((booking).bill_ref, '')),
    phone_key((booking).phone_no), phone_key((booking).phone_two),
    nullif(usual_spellings(folded((booking).name)), ''),
    nullif((booking).former, ''),
    (select folded(payment.receipt) || E'\n' || spelling_key(payment.receipt)
     from payments as payment where payment.booking_id = (booking).id and payment.receipt <> '')));

-- What an officer reports of a booking. It waits for a superior, who corrects or withdraws it, or
-- leaves it with an answer.
create table mistakes (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  booking_id text not null references bookings,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  reason text not null check (btrim(reason) <> ''),
  reported_by text not null references users,
  reported_at timestamptz not null default now(),
  outcome text check (outcome in ('corrected', 'withdrawn', 'left')),
  answer text check (btrim(answer) <> ''),
  decided_by text references users,
  decided_at timestamptz,
  constraint decided_whole check (num_nulls(outcome, answer, decided_by, decided_at) in (0, 4)),
  constraint left_by_another check (outcome <> 'left' or decided_by <> reported_by)
);

-- One at once waits for each booking.
create unique index mistakes_open on mistakes (booking_id) where outcome is null;

create index mistakes_of_booking on mistakes (booking_id, reported_at desc);

create index mistakes_waiting_in on mistakes (organisation, zone, reported_at)
  where outcome is null;

-- As before. What was corrected and reported goes too, and its pictures with whom they show; their
-- bytes follow with the next pruning.
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
    notes = '', former = '', position_lat = null, position_lng = null, position_accuracy = null,
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
    and event in ('booking.made', 'booking.corrected', 'booking.withdrawn',
                  'booking.mistake-reported', 'booking.mistake-left');
  update mistakes set reason = 'Erased', answer = case when answer is not null then 'Erased' end
  where booking_id = of_booking;
  return true;
end $$;
