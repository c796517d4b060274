-- Reports that are closed or sent, and questions to officers about their records.

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

-- A saved report that its owner has sent by mail again and again.
create table report_schedules (
  view_id text primary key references saved_views,
  rhythm text not null check (rhythm in ('day', 'monday', 'working-day')),
  -- Africa/Lagos.
  hour integer not null check (hour between 0 and 23),
  form text not null check (form in ('link', 'pdf', 'xlsx')),
  -- Ids of accounts.
  recipients text[] not null check (cardinality(recipients) > 0),
  -- The last day, Africa/Lagos; null for no end.
  until date,
  -- It is sent also when there is nothing to report.
  sends_nothing boolean not null,
  next_at timestamptz not null,
  -- Why it goes on no longer.
  ended text check (ended <> '')
);

create index report_schedules_due on report_schedules (next_at) where ended is null;

-- A mail to one account, which one run of a schedule sends.
create table report_mails (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  view_id text not null references report_schedules,
  due_at timestamptz not null,
  user_id text not null references users,
  -- The mail server was asked then; it isn't asked twice while nobody knows if it took the mail.
  begun_at timestamptz,
  done_at timestamptz,
  -- Why it could not be sent; null again once it was.
  problem text,
  unique (view_id, due_at, user_id)
);

create index report_mails_in_trouble on report_mails (due_at) where problem is not null;

-- Answers of officers to questions about their records, and what reviewers made of them.
create table question_entries (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  signal text not null,
  officer text not null references users,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  kind text not null check (kind in ('answer', 'explained', 'training', 'device', 'referred')),
  words text not null check (btrim(words) <> ''),
  -- Those that an outcome dealt with make no question again.
  rows text[] not null,
  made_by text not null references users,
  made_at timestamptz not null default now(),
  constraint answered_by_oneself check ((kind = 'answer') = (made_by = officer)),
  constraint outcome_of_rows check ((kind = 'answer') = (rows = '{}'))
);

create index question_entries_of on question_entries (organisation, officer, made_at);
