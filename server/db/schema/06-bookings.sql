-- Bookings: a driver and vehicle, the offences, and what became of them.

-- The public address of a ticket has 90 random bits, so that nobody finds one by counting. Its 18
-- signs are those of Crockford's base 32, which are not mistaken for one another.
create function new_ticket_code() returns text
  language sql set search_path = pg_catalog, public, pg_temp as $$
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random_bytes, place) & 31) + 1, 1), ''
    order by place)
  from (select gen_random_bytes(18) as random_bytes) as drawn, generate_series(0, 17) as place;
$$;

-- The list in which a booking stands.
create function list_of(paid boolean, completed boolean, withdrawn boolean) returns text
  language sql immutable parallel safe
  return case when withdrawn then 'withdrawn' when completed then 'completed'
              when paid then 'paid' else 'unpaid' end;

create table bookings (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- What people read out: the random half of the id.
  reference text not null generated always as (substr(id, 11)) stored,
  ticket_code text not null default new_ticket_code()
    check (ticket_code ~ '^[0-9A-HJKMNP-TV-Z]{18}$'),
  -- Of the body as it was sent: the same booking sent again is no second one.
  body_hash text not null,
  organisation text not null
    check (organisation in ('Kaduna', 'Ogun', 'Lagos FRSC', 'Abuja FRSC')),
  zone text not null,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text not null references users,

  license text not null,
  name text not null check (name <> ''),
  phone_no text not null check (phone_no <> ''),
  dob date,
  email text not null,
  phone_two text not null,
  height text not null,
  gender text not null,
  address text not null check (address <> ''),

  registration text not null,
  color text not null,
  make text not null,
  model text not null,
  vehicle_type text not null,
  vehicle_body text not null,
  fuel_type text not null,
  origin text not null,
  vehicle_year text not null,
  capacity text not null,
  vin text not null,
  pin text not null,

  team text not null,
  location text not null,
  notes text not null,
  -- The driver signed or refused; '' where nobody asked.
  signature text not null default '',
  eo_code text not null,
  beat_code text not null,
  confiscations text[] not null,
  -- Degrees, and the radius in metres that the device was sure of.
  position_lat double precision check (position_lat between -90 and 90),
  position_lng double precision check (position_lng between -180 and 180),
  position_accuracy double precision check (position_accuracy >= 0),

  price_kobo bigint not null check (price_kobo >= 0),
  bill_ref text,
  -- The gateway that made the bill, and its page where only the making tells it.
  bill_gateway text,
  bill_page text,
  -- Nobody else asks the gateway for a bill meanwhile: a lease, which ends by its age.
  bill_asked_at timestamptz,
  bill_problem text,
  paid boolean not null default false,
  completed boolean not null default false,
  completed_at timestamptz,
  completed_by text references users,
  withdrawn_at timestamptz,
  withdrawn_by text references users,
  withdrawn_reason text,
  -- The withdrawn booking in whose place this one was made.
  replaces text references bookings,
  -- The last day on which it is paid in time; null where no rules held on its day.
  due_day date,
  -- When what is personal was made unreadable.
  erased_at timestamptz,

  -- When a device says that it was made, before it could be sent.
  made_at timestamptz,
  -- What the driver was told at the roadside, where it isn't the price.
  told_kobo bigint,
  -- What the same offences cost on the day of arrival, where it isn't the price.
  arrival_kobo bigint,
  -- Who brought it in from a file of its officer's phone.
  brought_in_by text references users,

  -- A correction makes the next version, which papers and signed codes name. The trail says what
  -- was corrected.
  version integer not null default 1 check (version >= 1),
  corrected_at timestamptz,
  -- The newest version that was printed, shown or opened by its code; null before any.
  shown_version integer check (shown_version <= version),
  -- Searches still find what it said before its corrections: folded and as keys, a line each.
  former text not null default '',

  constraint license_or_registration check (license <> '' or registration <> ''),
  constraint position_whole
    check (num_nulls(position_lat, position_lng, position_accuracy) in (0, 3)),
  constraint known_signature check (signature in ('', 'signed', 'refused')),
  constraint bill_stands_somewhere check ((bill_ref is null) = (bill_gateway is null)),
  constraint completed_only_when_paid check (paid or not completed),
  constraint completed_by_somebody
    check (completed = (completed_at is not null and completed_by is not null)),
  constraint withdrawn_whole
    check (num_nulls(withdrawn_at, withdrawn_by, withdrawn_reason) in (0, 3)),
  constraint withdrawn_by_another check (withdrawn_by <> created_by),
  constraint withdrawn_with_reason check (btrim(withdrawn_reason) <> ''),
  constraint withdrawn_is_never_paid check (withdrawn_at is null or not paid),
  constraint made_before_arrival check (made_at <= created_at),
  constraint told_price check (told_kobo >= 0),
  constraint arrival_price check (arrival_kobo >= 0),
  constraint brought_in_by_another check (brought_in_by <> created_by),
  constraint brought_in_with_its_time check (brought_in_by is null or made_at is not null),
  constraint replaces_another check (replaces <> id),
  constraint corrected_at_some_time check ((version = 1) = (corrected_at is null))
)
-- Noting that a bill is asked for changes no indexed column. With room on the page PostgreSQL then
-- writes no index entry, which is a tenth of the log.
with (fillfactor = 90);

create unique index bookings_reference on bookings (reference);

create unique index bookings_ticket_code on bookings (ticket_code);

-- Bookings without a bill are left out: while a gateway is away there are thousands. With them in
-- it, PostgreSQL looked one up by the bill that it lacks, and read all.
create unique index bookings_bill_ref on bookings (bill_ref) where bill_ref is not null;

-- Lists of an organisation or zone, the newest first. Those that include columns are read without
-- the table.
create index bookings_organisation on bookings (organisation, created_at desc, id desc);

create index bookings_zone on bookings
  (organisation, zone, created_at desc, id desc) include (price_kobo, demo, paid, completed);

create index bookings_unpaid on bookings
  (organisation, created_at desc, id desc) where not paid and withdrawn_at is null;

create index bookings_unpaid_in_zone on bookings
  (organisation, zone, created_at desc, id desc) where not paid and withdrawn_at is null;

create index bookings_paid on bookings
  (organisation, created_at desc, id desc) include (price_kobo, zone, demo)
  where paid and not completed;

create index bookings_completed on bookings
  (organisation, created_at desc, id desc) include (price_kobo, zone, demo) where completed;

create index bookings_cleared_in on bookings
  (organisation, completed_at desc, id desc) include (zone, demo) where completed;

create index bookings_withdrawn on bookings (withdrawn_at desc, id desc)
  where withdrawn_at is not null;

create index bookings_withdrawn_in on bookings
  (organisation, created_at desc, id desc) where withdrawn_at is not null;

create index bookings_withdrawn_in_zone on bookings
  (organisation, zone, created_at desc, id desc) where withdrawn_at is not null;

-- Bills that are late, or were never made, in organisations that have a gateway.
create index bookings_without_bill_in on bookings (organisation, created_at)
  where bill_ref is null and withdrawn_at is null and not paid and price_kobo > 0;

create index bookings_replaces on bookings (replaces) where replaces is not null;

-- Courts and reminders look for unpaid tickets by their due day.
create index bookings_due on bookings (organisation, due_day, id)
  where not paid and withdrawn_at is null and due_day is not null;

-- What is known of a plate, licence or phone. The organisation is in the key, since a number that
-- stands for none may be on many bookings of others.
create index bookings_by_plate on bookings
  (spelling_key(registration), organisation, created_at desc) where registration <> '';

create index bookings_by_license on bookings
  (spelling_key(license), organisation, created_at desc) where license <> '';

create index bookings_phone_in on bookings (phone_key(phone_no), organisation, created_at desc);

create index bookings_phone_two_in on bookings
  (phone_key(phone_two), organisation, created_at desc) where phone_two <> '';

-- PostgreSQL keeps no figures of its own for the expression of a partial index. Without these it
-- takes a plate for one of fifty thousand alike, and reads a whole zone instead.
create statistics bookings_plate_spelt on (spelling_key(registration)) from bookings;

create statistics bookings_license_spelt on (spelling_key(license)) from bookings;

create statistics bookings_phone_two_spelt on (phone_key(phone_two)) from bookings;

-- Bookings that arrived late, and those that chose a cheaper day across midnight, are few. A sheet
-- counts them by officer.
create index bookings_late_in on bookings (organisation, created_at)
  include (zone, demo, created_by, id, arrival_kobo, price_kobo)
  where created_at - made_at > interval '15 minutes';

create index bookings_cheaper_in on bookings (organisation, created_at)
  include (zone, demo, created_by) where arrival_kobo > price_kobo;

-- A booking that was paid or cleared stays so. Its price is fixed once a bill was asked for.
create function booking_money_is_fixed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.paid and not new.paid or old.completed and not new.completed then
    raise exception 'Booking % was paid or cleared, and stays so.', old.id
      using errcode = 'check_violation';
  end if;
  if new.price_kobo <> old.price_kobo and (old.bill_asked_at is not null or old.bill_ref is not null)
  then
    raise exception 'The price of booking % is fixed: its bill was asked for.', old.id
      using errcode = 'check_violation';
  end if;
  if old.bill_ref is not null and new.bill_ref is distinct from old.bill_ref then
    raise exception 'Booking % has its bill already.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger booking_money_is_fixed
  before update of paid, completed, price_kobo, bill_ref on bookings
  for each row execute function booking_money_is_fixed();

create function booking_withdrawal_stands() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.withdrawn_at is not null and (new.withdrawn_at, new.withdrawn_by, new.withdrawn_reason)
    is distinct from (old.withdrawn_at, old.withdrawn_by, old.withdrawn_reason)
  then
    raise exception 'Booking % was withdrawn, and stays so.', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger booking_withdrawal_stands
  before update of withdrawn_at, withdrawn_by, withdrawn_reason on bookings
  for each row execute function booking_withdrawal_stands();

-- A cleared or withdrawn booking stays as it was, but for its erasure.
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

-- The offences of a booking, as the catalogue said them on the day it was made.
create table booking_offences (
  booking_id text not null references bookings,
  line integer not null check (line >= 1),
  offence_id text not null,
  -- The payment code of the gateway's revenue head, and the head's number there.
  code text not null,
  name text not null,
  penalty text not null,
  amount_kobo bigint not null check (amount_kobo >= 0),
  mdas_id integer,
  -- Place and moment of the booking, kept by the triggers below.
  organisation text not null default '',
  zone text not null default '',
  demo boolean not null default false,
  booked_at timestamptz not null default now(),
  primary key (booking_id, line)
);

-- Offences are fixed like the price, but for the head that each goes to. Lines that come in the
-- booking's own transaction are the booking's own.
create function booking_offence_is_fixed() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  of_booking text := coalesce(new.booking_id, old.booking_id);
begin
  if tg_op = 'UPDATE'
    and (new.booking_id, new.line, new.offence_id, new.code, new.name, new.penalty, new.amount_kobo)
      = (old.booking_id, old.line, old.offence_id, old.code, old.name, old.penalty, old.amount_kobo)
  then
    return new;
  end if;
  if exists (
    select from bookings
    where id = of_booking
      and (bill_asked_at is not null or bill_ref is not null or paid)
      and (tg_op <> 'INSERT' or xmin <> pg_current_xact_id()::xid)
  ) then
    raise exception 'The offences of booking % are fixed: its bill was asked for.', of_booking
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger booking_offence_is_fixed
  before insert or update or delete on booking_offences
  for each row execute function booking_offence_is_fixed();

-- A line stands where its booking does, whatever the statement says that stores it.
create function place_offence() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select organisation, zone, demo, created_at
    into new.organisation, new.zone, new.demo, new.booked_at
    from bookings where id = new.booking_id;
  return new;
end $$;

create trigger place_offence before insert on booking_offences
  for each row execute function place_offence();

create function replace_offences() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update booking_offences
    set organisation = new.organisation, zone = new.zone, demo = new.demo,
        booked_at = new.created_at
    where booking_id = new.id;
  return null;
end $$;

create trigger replace_offences
  after update of organisation, zone, demo, created_at on bookings
  for each row execute function replace_offences();

-- Pictures of a booking, sent after its words: of plate, licence or scene, and its driver's
-- signature.
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

-- An officer reports a mistake in a booking. A superior corrects or withdraws the booking, or leaves
-- it with an answer.
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
