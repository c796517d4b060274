-- Each row counts what broke in browsers at one place, for one cause. No row names anybody.
create table breakages (
  id bigint generated always as identity primary key,
  release text not null,
  place text not null,
  kind text not null,
  name text not null,
  -- Places in files of the build, separated by blanks.
  frames text not null,
  -- Reports: of a device one an hour.
  count integer not null default 1 check (count > 0),
  -- The most accounts that met it within a day.
  accounts integer not null default 0,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  -- When two accounts last met it within ten minutes.
  spread_at timestamptz,
  unique (release, place, kind, name, frames)
);

create index breakages_last_seen on breakages (last_seen desc);

-- Each row says that an account met a breakage, so that accounts can be counted. It is deleted
-- after a day.
create table breakage_accounts (
  breakage bigint not null references breakages on delete cascade,
  account text not null,
  at timestamptz not null default now(),
  primary key (breakage, account)
);

create index breakage_accounts_at on breakage_accounts (at);
