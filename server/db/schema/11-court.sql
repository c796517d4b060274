-- A ticket that isn't paid may be objected to, go to court, and be held for one.

-- Objections of booked people, from the public page of their ticket: one for each ticket.
create table disputes (
  booking_id text primary key references bookings,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  ground text not null check (ground <> ''),
  words text not null check (btrim(words) <> ''),
  -- Where the objector wants to be called; '' for none.
  phone text not null default '',
  received_at timestamptz not null default now(),
  -- The last day for the answer, in Africa/Lagos.
  answer_due date not null,
  -- The ticket had this due day. It has none until the answer, so that its clock stands still.
  due_day date,
  outcome text check (outcome in ('upheld', 'rejected')),
  answer text check (btrim(answer) <> ''),
  answered_by text references users,
  answered_at timestamptz,
  constraint answered_whole check (num_nulls(outcome, answer, answered_by, answered_at) in (0, 4)),
  constraint answered_after check (answered_at >= received_at)
);

create index disputes_in on disputes (organisation, received_at desc);

create index disputes_open on disputes (organisation, answer_due, booking_id) where outcome is null;

create table dispute_files (
  file_id text primary key references files,
  booking_id text not null references disputes
);

create index dispute_files_of on dispute_files (booking_id, file_id);

create function dispute_answer_stands() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'The dispute of booking % is answered.', old.booking_id
    using errcode = 'check_violation';
end $$;

create trigger dispute_answer_stands before update of outcome, answered_by, answered_at on disputes
  for each row when (old.outcome is not null) execute function dispute_answer_stands();

-- Tickets that a person refers to a court, in batches that are locked, and what the court decided.
create table court_batches (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  organisation text not null,
  demo boolean not null,
  court text not null check (btrim(court) <> ''),
  made_by text not null references users,
  made_at timestamptz not null default now(),
  locked_by text references users,
  locked_at timestamptz,
  constraint locked_whole check (num_nulls(locked_by, locked_at) in (0, 2))
);

create table court_cases (
  -- A ticket is in one batch at most.
  booking_id text primary key references bookings,
  batch_id text not null references court_batches,
  place integer not null check (place >= 1),
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- As the court has told them.
  hearing_day date,
  hearing_place text,
  suit text,
  -- For each line of the ticket: outcome, and the fine in kobo.
  charges jsonb,
  paid_where text,
  receipt text,
  paper text references files,
  decided_by text references users,
  decided_at timestamptz,
  unique (batch_id, place),
  constraint heard_somewhere check (num_nulls(hearing_day, hearing_place, suit) in (0, 3)),
  constraint decided_whole
    check (num_nulls(charges, paid_where, receipt, decided_by, decided_at) in (0, 5)),
  constraint decided_after_hearing check (decided_at is null or hearing_day is not null)
);

create index court_cases_in on court_cases (organisation, zone, booking_id);

-- A locked batch changes no more. A decision stands, but an erasure takes its paper.
create function court_batch_is_locked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'court_batches' then
    if old.locked_at is not null then
      raise exception 'Batch % is locked.', old.id using errcode = 'check_violation';
    end if;
  elsif tg_op = 'UPDATE' then
    if old.decided_at is not null and not (
      to_jsonb(new) - 'paper' = to_jsonb(old) - 'paper' and new.paper is null
      and exists (select from bookings where id = old.booking_id and erased_at is not null)
    ) then
      raise exception 'The court has decided case %.', old.booking_id
        using errcode = 'check_violation';
    end if;
  elsif exists (
    select from court_batches
    where id = coalesce(new.batch_id, old.batch_id) and locked_at is not null
  ) then
    raise exception 'Batch % is locked.', coalesce(new.batch_id, old.batch_id)
      using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;

create trigger court_batch_is_locked before update on court_batches
  for each row execute function court_batch_is_locked();

create trigger court_batch_is_locked before insert or update or delete on court_cases
  for each row execute function court_batch_is_locked();

-- A hold keeps a ticket from erasure while a court or another authority may ask for it.
create table holds (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  booking_id text not null references bookings,
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- The court or authority that may ask for the ticket.
  for_whom text not null check (btrim(for_whom) <> ''),
  reason text not null check (btrim(reason) <> ''),
  -- The last day in Africa/Lagos; null until somebody lifts it.
  until_day date,
  set_by text not null references users,
  set_at timestamptz not null default now(),
  lifted_by text references users,
  lifted_at timestamptz,
  lift_reason text check (btrim(lift_reason) <> ''),
  constraint lifted_whole check (num_nulls(lifted_by, lifted_at, lift_reason) in (0, 3)),
  constraint lifted_by_another check (lifted_by <> set_by)
);

create index holds_of on holds (booking_id, set_at desc);

create index holds_in on holds (organisation, set_at desc, id desc);

-- A hold in force, or a case that was referred and has no decision. Whoever sets a hold or erases
-- locks the booking first.
create function is_held(of_booking text) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from holds
    where booking_id = of_booking and lifted_at is null
      and (until_day is null or until_day >= lagos_day(now()))
  ) or exists (
    select from court_cases join court_batches on court_batches.id = batch_id
    where booking_id = of_booking and locked_at is not null and decided_at is null
  )
$$;
