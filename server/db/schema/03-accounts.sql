-- Accounts, how their owners prove who they are, what they keep for themselves, and their shifts.

create table users (
  -- A ULID.
  id text primary key,
  email text not null check (email = lower(email)),
  password_hash text not null,
  -- False until its owner has set one: whoever added the account knows the first password.
  own_password boolean not null default true,
  -- These two are never the second person beside each other.
  added_by text references users,
  first_name text not null,
  last_name text not null,
  username text not null default '',
  role text not null
    check (role in ('state admin', 'zonal head', 'booking officer', 'operator', 'observer')),
  -- Null in both means all states, or all zones of the state.
  state text check (state in ('Kaduna', 'Ogun', 'Lagos', 'Abuja')),
  zone text check (zone is null or state is not null),
  phone text not null default '',
  picture text not null default 'no-user.jpg',
  active boolean not null default true,
  -- Accounts of the demo see and make records of the demo alone, and stay what they are.
  demo boolean not null default false,
  last_active timestamptz,
  -- When its owner said at sign-in that the second factor is lost; null once they have signed in.
  factor_reset_asked_at timestamptz,
  created_at timestamptz not null default now()
);

create unique index users_email on users (email);

create index users_last_active on users (last_active desc nulls last);

-- Records, papers and histories name whoever acted as they were called then. Each row says the name
-- and role that an account had until a change.
create table former_accounts (
  user_id text not null references users,
  until timestamptz not null,
  first_name text not null,
  last_name text not null,
  role text not null,
  primary key (user_id, until)
);

create function keep_former_account() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into former_accounts (user_id, until, first_name, last_name, role)
  values (old.id, now(), old.first_name, old.last_name, old.role)
  on conflict do nothing;
  return null;
end $$;

create trigger keep_former_account after update of first_name, last_name, role on users
  for each row when (
    (old.first_name, old.last_name, old.role)
      is distinct from (new.first_name, new.last_name, new.role)
  )
  execute function keep_former_account();

create table sessions (
  id text primary key,
  user_id text not null references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- The browser and the address that began it, shown to the account's owner.
  agent text not null default '',
  address text not null default '',
  -- When its owner last gave a password or second factor.
  proved_at timestamptz not null default now()
);

create index sessions_user on sessions (user_id) where ended_at is null;

create table password_resets (
  token_hash text primary key,
  user_id text not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- The one code that lets the first state admin of an empty installation register.
create table setup_codes (
  id boolean primary key default true check (id),
  code_hash text not null,
  used_at timestamptz
);

-- Keys of authenticator apps. A key counts once its first code was entered.
create table totp_keys (
  user_id text primary key references users,
  -- Encrypted by the application.
  secret text not null,
  confirmed_at timestamptz,
  -- The step of 30 seconds whose code was used last, so that no code counts twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id text not null references users,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  -- In base64url, as the device named it.
  id text primary key,
  user_id text not null references users,
  name text not null check (btrim(name) <> ''),
  public_key bytea not null,
  -- How often the device says that it was used; a lower number betrays a copy.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index passkeys_user on passkeys (user_id);

-- What a device signs to add a passkey, or to prove who is there. It counts once.
create table passkey_challenges (
  session_id text not null references sessions on delete cascade,
  purpose text not null check (purpose in ('add', 'prove')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);

-- A sign-in whose password was right and which waits for the second factor.
create table sign_in_steps (
  code_hash text primary key,
  user_id text not null references users,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What a passkey signs; null once it was answered.
  challenge text
);

create index sign_in_steps_over on sign_in_steps (expires_at);

-- Roles whose accounts need a second factor. The state '' stands for all of them.
create table required_factors (
  demo boolean not null,
  state text not null,
  role text not null,
  required_by text not null references users,
  required_at timestamptz not null default now(),
  primary key (demo, state, role)
);

-- Lists and reports as people keep them. A view that was removed stays for the audit trail.
create table saved_views (
  id text primary key,
  user_id text not null references users,
  screen text not null
    check (screen in ('unpaid', 'paid', 'completed', 'bookings', 'collisions', 'reports')),
  name text not null check (name <> ''),
  -- What follows the question mark in the list's address.
  query text not null,
  shared boolean not null,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);

create unique index saved_view_names on saved_views (user_id, screen, lower(name))
  where removed_at is null;

create index saved_views_shared on saved_views (created_at) where shared and removed_at is null;

-- When officers were on duty, as they said it.
create table shifts (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  officer_id text not null references users,
  demo boolean not null default false,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint ended_after_it_began check (ended_at >= began_at)
);

create index shifts_of_an_officer on shifts (officer_id, began_at desc);

-- Nobody is on two shifts at once.
create unique index shift_still_open on shifts (officer_id) where ended_at is null;

-- A shift that has ended changes no more.
create function shift_ends_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.ended_at is not null then
    raise exception 'The shift % has ended already.', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger shift_ends_once
  before update on shifts
  for each row execute function shift_ends_once();
