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

-- A locked batch changes no more, and a decision stands.
create or replace function court_batch_is_locked() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'court_batches' then
    if old.locked_at is not null then
      raise exception 'Batch % is locked.', old.id using errcode = 'check_violation';
    end if;
  elsif tg_op = 'UPDATE' then
    if old.decided_at is not null then
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
