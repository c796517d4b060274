-- What an organisation lays down for its tickets, from a first day on.
create table ticket_rules (
  id text primary key check (id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  organisation text not null,
  demo boolean not null,
  -- They hold for tickets of this day and later in Africa/Lagos, until the next rules.
  from_day date not null,
  rules jsonb not null,
  reason text not null check (btrim(reason) <> ''),
  proposed_by text not null references users,
  proposed_at timestamptz not null default now(),
  -- Null while they wait for a second person.
  outcome text check (outcome in ('confirmed', 'refused', 'taken back')),
  decided_by text references users,
  decided_at timestamptz,
  refusal text check (btrim(refusal) <> ''),
  constraint decided_whole check (num_nulls(outcome, decided_by, decided_at) in (0, 3)),
  constraint decided_by_another
    check (outcome is null or (outcome = 'taken back') = (decided_by = proposed_by)),
  constraint refused_for_a_reason
    check ((outcome is not distinct from 'refused') = (refusal is not null)),
  constraint confirmed_before_their_day
    check (outcome is distinct from 'confirmed' or demo or lagos_day(decided_at) < from_day)
);

create unique index ticket_rules_waiting on ticket_rules (organisation, demo, from_day)
  where outcome is null;

create unique index ticket_rules_in_force on ticket_rules (organisation, demo, from_day)
  where outcome = 'confirmed';

create or replace function ticket_rules_are_decided_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.outcome is not null then
    raise exception 'Rules of tickets are decided once.' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger ticket_rules_are_decided_once before update on ticket_rules
  for each row execute function ticket_rules_are_decided_once();

-- The last day on which a ticket is paid in time; null where no rules held on its day.
alter table bookings add column due_day date;
