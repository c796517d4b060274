-- An organisation lays down rules for its tickets; penalties ask drivers for more than money.

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

create function ticket_rules_are_decided_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.outcome is not null then
    raise exception 'Rules of tickets are decided once.' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger ticket_rules_are_decided_once before update on ticket_rules
  for each row execute function ticket_rules_are_decided_once();

-- The penalties of a ticket ask for these besides money, as their text stood on its day.
create table obligations (
  booking_id text not null references bookings,
  -- From 1, in the order of the offences and of the parts of their penalties.
  place integer not null check (place >= 1),
  offence_id text not null,
  kind text not null,
  words text not null check (btrim(words) <> ''),
  organisation text not null,
  zone text not null,
  demo boolean not null,
  -- In Africa/Lagos; null where the rules of the ticket's day name none.
  due_day date,
  -- Overdue ones are open.
  state text not null default 'open'
    check (state in ('open', 'waiver asked', 'done', 'waived', 'void')),
  -- Of the last step, and who made it: null while nothing was done.
  reason text check (btrim(reason) <> ''),
  acted_by text references users,
  acted_at timestamptz,
  -- Who waived it.
  waived_by text references users,
  primary key (booking_id, place),
  constraint acted_whole check (num_nulls(reason, acted_by, acted_at) in (0, 3)),
  constraint ended_by_somebody
    check (state in ('open', 'void') or acted_by is not null),
  constraint waived_by_another
    check ((state = 'waived') = (waived_by is not null) and (waived_by <> acted_by) is not false)
);

create index obligations_open on obligations (organisation, due_day, booking_id, place)
  where state in ('open', 'waiver asked');

create index obligations_of on obligations (organisation, state, due_day);

-- A withdrawn ticket asks for nothing any more.
create function void_obligations() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update obligations set state = 'void'
    where booking_id = new.id and state in ('open', 'waiver asked');
  return null;
end $$;

create trigger void_obligations after update of withdrawn_at on bookings
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function void_obligations();
