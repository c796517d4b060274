-- What a device says of a record that it kept before it could send it. Adding columns without a
-- default, and rules that hold for new rows, rewrites and reads nothing.
alter table bookings
  -- When it was made; null where no device said so.
  add column made_at timestamptz,
  -- What the driver was told at the roadside, where it isn't the price.
  add column told_kobo bigint,
  -- What the same offences cost on the day of arrival, where it isn't the price.
  add column arrival_kobo bigint;
alter table bookings
  add constraint made_before_arrival check (made_at <= created_at) not valid,
  add constraint told_price check (told_kobo >= 0) not valid,
  add constraint arrival_price check (arrival_kobo >= 0) not valid;

alter table collisions add column made_at timestamptz;
alter table collisions add constraint made_before_arrival check (made_at <= created_at) not valid;

-- Records that were too long on their way to be taken without a superior.
create table late_records (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  kind text not null check (kind in ('booking', 'collision')),
  organisation text not null,
  zone text not null,
  demo boolean not null,
  officer text not null references users,
  -- The plate of a booking, else the location.
  label text not null,
  made_at timestamptz not null,
  asked_at timestamptz not null default now(),
  let_in boolean,
  decided_by text references users,
  decided_at timestamptz,
  reason text check (btrim(reason) <> ''),
  constraint decided_whole check (num_nulls(let_in, decided_by, decided_at, reason) in (0, 4)),
  constraint decided_by_another check (decided_by <> officer),
  constraint asked_after_it_was_made check (made_at <= asked_at)
);
create index late_records_of_a_place on late_records (organisation, asked_at desc);
create index late_records_of_an_officer on late_records (officer, asked_at desc);

-- Records that an officer took out of a device before they arrived, and why.
create table taken_out_records (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  kind text not null check (kind in ('booking', 'collision')),
  organisation text not null,
  zone text not null,
  demo boolean not null,
  officer text not null references users,
  label text not null,
  -- Null for a collision.
  told_kobo bigint check (told_kobo >= 0),
  made_at timestamptz not null,
  reason text not null check (btrim(reason) <> ''),
  taken_out_at timestamptz not null default now()
);
create index taken_out_records_of_a_place on taken_out_records (organisation, taken_out_at desc);

-- After so many years nobody reads any more whose vehicle it was; answers how many rows.
create function erase_labels(years integer) returns integer language sql
security definer set search_path = pg_catalog, public, pg_temp
as $$
  with late as (
    update late_records set label = ''
    where label <> '' and asked_at < now() - make_interval(years => greatest(years, 1)) returning 1
  ), taken_out as (
    update taken_out_records set label = ''
    where label <> '' and taken_out_at < now() - make_interval(years => greatest(years, 1))
    returning 1
  )
  select ((select count(*) from late) + (select count(*) from taken_out))::integer
$$;
