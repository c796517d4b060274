-- Reports of days whose data is kept as it was once two people have closed them.
create table report_closings (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  kind text not null check (kind in ('standard', 'f-and-a', 'b-and-p', 'e', 'er')),
  organisation text not null,
  -- Null for all zones.
  zone text,
  demo boolean not null,
  -- Africa/Lagos, both included.
  from_day date not null,
  to_day date not null,
  version integer not null check (version >= 1),
  -- Why it is closed again.
  reason text not null,
  -- That of the report.
  number text not null,
  -- The report with its tables, as JSON.
  data bytea not null,
  sha256 text not null,
  state text not null check (state in ('waiting', 'closed', 'refused', 'taken back')),
  proposed_by text not null references users,
  proposed_at timestamptz not null default now(),
  -- Null while it waits.
  decided_by text references users,
  decided_at timestamptz,
  -- Why it was refused.
  refusal text check (btrim(refusal) <> ''),
  constraint days_in_order check (from_day <= to_day),
  constraint data_as_hashed check (sha256 = encode(sha256(data), 'hex')),
  constraint again_for_a_reason check ((version = 1) = (btrim(reason) = '')),
  constraint decided_whole
    check (num_nulls(decided_by, decided_at) = case state when 'waiting' then 2 else 0 end),
  constraint decided_by_another
    check (decided_by is null or (state = 'taken back') = (decided_by = proposed_by)),
  constraint refused_for_a_reason check ((state = 'refused') = (refusal is not null))
);

-- One waits at most: its version is the next one.
create unique index report_closings_version on report_closings
  (organisation, demo, kind, from_day, to_day, coalesce(zone, ''), version)
  where state in ('waiting', 'closed');

create function closing_stays() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'A closing is decided once, and its data stays.' using errcode = 'check_violation';
end $$;

create trigger closing_stays before update on report_closings
  for each row when (
    old.state <> 'waiting' or to_jsonb(new) - '{state,decided_by,decided_at,refusal}'::text[]
      is distinct from to_jsonb(old) - '{state,decided_by,decided_at,refusal}'::text[])
  execute function closing_stays();
