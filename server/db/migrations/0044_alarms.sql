-- What is wrong right now, since when and in words; a row goes when its cause does.
create table alarms (
  name text primary key,
  since timestamptz not null default now(),
  words text not null check (words <> '')
);

-- What the nightly walks of the trail found.
create table verifications (
  at timestamptz primary key default now(),
  rows bigint not null check (rows >= 0),
  seals bigint not null check (seals >= 0),
  findings text[] not null
);

-- The roots that went out: the last seal of each day (Africa/Lagos).
create table published_roots (
  day date primary key,
  number bigint not null,
  hash text not null,
  at timestamptz not null default now()
);
