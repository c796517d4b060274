-- Devices whose keys sign tickets, so that other devices can verify them without a network.
create table devices (
  -- 80 bits of the hash of the key, in Crockford's alphabet.
  id text primary key check (id ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  user_id text not null references users,
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  -- The session in which it was certified last: ending all others leaves it.
  session_id text,
  agent text not null default '',
  -- What the authority signed, and for which place: null for an account that works in all of them.
  certificate text not null,
  state text,
  certified_at timestamptz not null default now(),
  valid_until timestamptz not null,
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by text references users,
  -- For those who ask what is new.
  changed_at timestamptz not null default now(),
  constraint revoked_whole check ((revoked_at is null) = (revoked_by is null))
);
create index devices_of_a_user on devices (user_id);
create index devices_changed on devices (changed_at);

-- Whoever took a revoked device back could make old tickets genuine again.
create function device_stays_revoked() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if old.revoked_at is not null and new is distinct from old then
    raise exception 'The device % is revoked.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger device_stays_revoked
  before update on devices
  for each row execute function device_stays_revoked();
