create extension if not exists pg_trgm;

create table users (
  id text primary key,
  email text not null check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  username text not null default '',
  role text not null check (role in ('state admin', 'zonal head', 'booking officer', 'operator', 'observer')),
  state text check (state in ('Kaduna', 'Ogun', 'Lagos', 'Abuja')),
  zone text check (zone is null or state is not null),
  phone text not null default '',
  picture text not null default 'no-user.jpg',
  active boolean not null default true,
  demo boolean not null default false,
  last_active timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email on users (email);

create table sessions (
  id text primary key,
  user_id text not null references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table password_resets (
  token_hash text primary key,
  user_id text not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- One row at most: the code that lets the first state admin of an empty installation register.
create table setup_codes (
  id boolean primary key default true check (id),
  code_hash text not null,
  used_at timestamptz
);

create table bookings (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  reference text not null generated always as (substr(id, 11)) stored,
  body_hash text not null,
  organisation text not null check (organisation in ('Kaduna', 'Ogun', 'Lagos FRSC', 'Abuja FRSC')),
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
  eo_code text not null,
  beat_code text not null,
  confiscations text[] not null,
  position_lat double precision check (position_lat between -90 and 90),
  position_lng double precision check (position_lng between -180 and 180),
  position_accuracy double precision check (position_accuracy >= 0),
  price_kobo bigint not null check (price_kobo >= 0),
  bill_ref text,
  -- While a bill is being asked for at the gateway nobody else asks: a lease, not a lock.
  bill_asked_at timestamptz,
  bill_problem text,
  checked_at timestamptz,
  paid boolean not null default false,
  completed boolean not null default false,
  completed_at timestamptz,
  completed_by text references users,
  search_text text not null generated always as (
    lower(
      name || ' ' || registration || ' ' || phone_no || ' ' || phone_two || ' ' || license
      || ' ' || substr(id, 11) || ' ' || coalesce(bill_ref, '')
    )
  ) stored,
  constraint license_or_registration check (license <> '' or registration <> ''),
  constraint position_whole check (num_nulls(position_lat, position_lng, position_accuracy) in (0, 3)),
  constraint completed_only_when_paid check (paid or not completed),
  constraint completed_by_somebody check (completed = (completed_at is not null and completed_by is not null))
);
create unique index bookings_reference on bookings (reference);
create unique index bookings_bill_ref on bookings (bill_ref);
create index bookings_unpaid on bookings (organisation, created_at desc, id desc) where not paid;
create index bookings_paid on bookings (organisation, created_at desc, id desc) where paid and not completed;
create index bookings_completed on bookings (organisation, created_at desc, id desc) where completed;
create index bookings_newest on bookings (created_at desc, id desc);
create index bookings_search on bookings using gin (search_text gin_trgm_ops);
create index bookings_open_bills on bookings (checked_at nulls first) where not paid and bill_ref is not null;

create table booking_offences (
  booking_id text not null references bookings,
  line integer not null check (line >= 1),
  offence_id text not null,
  code text not null,
  name text not null,
  penalty text not null,
  amount_kobo bigint not null check (amount_kobo >= 0),
  mdas_id integer,
  primary key (booking_id, line)
);

create table payments (
  id text primary key,
  booking_id text not null references bookings,
  kind text not null check (kind in ('gateway', 'nothing due')),
  gateway text not null,
  bill_ref text,
  amount_kobo bigint not null check (amount_kobo >= 0),
  receipt text not null,
  confirmed_at timestamptz not null default now(),
  confirmed_by text references users,
  constraint amount_fits_kind check ((kind = 'nothing due') = (amount_kobo = 0 and bill_ref is null))
);
create unique index payments_booking on payments (booking_id);

create table revenue_heads (
  revenue_code text primary key,
  mdas_id integer not null,
  refreshed_at timestamptz not null
);

-- When the open bills of an organisation were last swept.
create table sweeps (
  organisation text primary key,
  started_at timestamptz not null
);

create table audit (
  id bigint generated always as identity primary key,
  record_type text not null,
  record_id text not null,
  number integer not null check (number >= 1),
  event text not null,
  actor_id text,
  actor_role text not null,
  address text not null,
  at timestamptz not null,
  before jsonb,
  after jsonb,
  salt text not null,
  digest text not null,
  previous_hash text not null,
  hash text not null,
  unique (record_type, record_id, number)
);
create index audit_actor on audit (actor_id, event, record_id, at desc);
