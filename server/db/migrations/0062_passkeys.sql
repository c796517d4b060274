-- A passkey as second factor: the public key, and how often it was used as the device counts it.
create table passkeys (
  -- In base64url, as the device named it.
  id text primary key,
  user_id text not null references users,
  name text not null check (btrim(name) <> ''),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a device must sign to add a passkey in a session, or to prove who is there. It counts once.
create table passkey_challenges (
  session_id text not null references sessions on delete cascade,
  purpose text not null check (purpose in ('add', 'prove')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);

-- The same for a sign-in that is half done; null once it was answered.
alter table sign_in_steps add column challenge text;

-- Roles whose accounts must have a second factor: in one state, or everywhere where it is ''.
-- Accounts of the demo have rules of their own.
create table required_factors (
  demo boolean not null,
  state text not null,
  role text not null,
  required_by text not null references users,
  required_at timestamptz not null default now(),
  primary key (demo, state, role)
);
