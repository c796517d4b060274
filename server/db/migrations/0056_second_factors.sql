-- What an account is proved by besides its password. `secret` is encrypted by the application; a key
-- counts once a first code was entered, and `last_step` keeps a code from being used twice.
create table totp_keys (
  user_id text primary key references users,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  user_id text not null references users,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A sign-in whose password was right and which waits for the second factor.
create table sign_in_steps (
  code_hash text primary key,
  user_id text not null references users,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_steps_over on sign_in_steps (expires_at);

-- When the owner last proved who they are in this session, by password or second factor.
alter table sessions add column proved_at timestamptz not null default now();
