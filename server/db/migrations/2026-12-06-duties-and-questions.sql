-- What two state admins give to an account besides its role, or switch on for an organisation.
create table duties (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  -- `questions` is a switch, which nobody holds.
  duty text not null,
  user_id text references users,
  organisation text not null,
  demo boolean not null,
  -- The last day in Africa/Lagos; null without an end.
  until date,
  state text not null check (state in ('waiting', 'in force', 'refused', 'taken back', 'ended')),
  proposed_by text not null references users,
  proposed_at timestamptz not null default now(),
  decided_by text references users,
  decided_at timestamptz,
  refusal text check (btrim(refusal) <> ''),
  -- Null where its last day ended it.
  ended_by text references users,
  ended_at timestamptz,
  constraint held_by_somebody check ((user_id is null) = (duty = 'questions')),
  constraint nobody_to_oneself
    check (user_id is distinct from proposed_by and (user_id <> decided_by) is not false),
  constraint decided_whole
    check (num_nulls(decided_by, decided_at) = case state when 'waiting' then 2 else 0 end),
  constraint decided_by_another
    check (decided_by is null or (state = 'taken back') = (decided_by = proposed_by)),
  constraint refused_for_a_reason check ((state = 'refused') = (refusal is not null)),
  constraint ended_whole
    check ((state = 'ended') = (ended_at is not null) and (ended_by is null or ended_at is not null))
);

create unique index duties_standing on duties (organisation, demo, duty, coalesce(user_id, ''))
  where state in ('waiting', 'in force');

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
