-- Devices that sign tickets, and records that were long on their way from one.

-- A device's key signs tickets, so that others verify them without a network.
create table devices (
  -- 80 bits of the hash of the key, in Crockford's base 32.
  id text primary key check (id ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  user_id text not null references users,
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  -- The session that certified it last: ending all others leaves the device.
  session_id text,
  agent text not null default '',
  -- What the authority signed, and for which state; null for an account that works in all.
  certificate text not null,
  state text,
  certified_at timestamptz not null default now(),
  valid_until timestamptz not null,
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text references users,
  -- Other devices ask for what changed since.
  changed_at timestamptz not null default now(),
  constraint revoked_whole check ((revoked_at is null) = (revoked_by is null))
);

create index devices_of_a_user on devices (user_id);

create index devices_changed on devices (changed_at);

-- Whoever took a revocation back could make old tickets genuine again.
create function device_stays_revoked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.revoked_at is not null and new is distinct from old then
    raise exception 'The device % is revoked.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger device_stays_revoked
  before update on devices
  for each row execute function device_stays_revoked();

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
  -- What the device first tried to send; only this very record is let in.
  body_hash text,
  price_kobo bigint check (price_kobo >= 0),
  arrival_kobo bigint check (arrival_kobo >= 0),
  offences text[],
  -- Null while it waits.
  let_in boolean,
  decided_by text references users,
  decided_at timestamptz,
  reason text check (btrim(reason) <> ''),
  constraint decided_whole check (num_nulls(let_in, decided_by, decided_at, reason) in (0, 4)),
  constraint decided_by_another check (decided_by <> officer),
  constraint asked_after_it_was_made check (made_at <= asked_at)
);

create index late_records_in on late_records
  (organisation, asked_at desc, id desc) include (zone, demo);

create index late_records_in_zone on late_records
  (organisation, zone, asked_at desc, id desc) include (demo);

create index late_records_waiting_in on late_records
  (organisation, asked_at desc, id desc) include (zone, demo) where let_in is null;

create index late_records_of_an_officer on late_records (officer, asked_at desc);

-- Records that an officer took out of a device before they arrived.
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
