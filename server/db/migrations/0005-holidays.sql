-- Outside a transaction
-- Two people declare a holiday at short notice, or take one back. It counts for every rule of tickets.

create table if not exists holidays (
  id text primary key references proposals,
  -- In the order of the confirmations: of two that speak of one day, the later counts.
  number bigint generated always as identity unique,
  organisation text not null,
  demo boolean not null,
  -- In Africa/Lagos, both included.
  from_day date not null,
  to_day date not null,
  name text not null check (btrim(name) <> ''),
  -- False where these days are no holidays after all.
  is_holiday boolean not null,
  -- Null until the days of tickets were counted anew.
  moved_at timestamptz,
  constraint some_days check (to_day between from_day and from_day + 13)
);

create index if not exists holidays_in on holidays (organisation, demo, number);

create index if not exists holidays_to_move on holidays (number) where moved_at is null;

-- Only a confirmation declares a holiday, and none that is over.
create or replace function declare_confirmed_holiday() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not new.demo and lagos_day(new.decided_at) > (new.body ->> 'to')::date then
    raise exception 'A holiday is confirmed before it is over.' using errcode = 'check_violation';
  end if;
  insert into holidays (id, organisation, demo, from_day, to_day, name, is_holiday)
  values (new.id, new.organisation, new.demo, (new.body ->> 'from')::date,
          (new.body ->> 'to')::date, new.body ->> 'name', (new.body ->> 'isHoliday')::boolean);
  return null;
end $$;

create or replace trigger declare_confirmed_holiday
  after update on proposals
  for each row when (new.kind = 'holiday' and new.outcome = 'confirmed')
  execute function declare_confirmed_holiday();

create or replace function holiday_moves_days_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.moved_at is not null
    or (to_jsonb(new) - 'moved_at') is distinct from (to_jsonb(old) - 'moved_at')
  then
    raise exception 'Holiday % stands as two people confirmed it.', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger holiday_moves_days_once before update on holidays
  for each row execute function holiday_moves_days_once();

-- The last day for an answer moves while the dispute waits, and never after it.
create or replace trigger dispute_answer_day_stands before update of answer_due on disputes
  for each row when (old.outcome is not null) execute function dispute_answer_stands();

-- Tickets of a time without rules, which get a due day once rules hold.
create index concurrently if not exists bookings_without_due_day on bookings (id)
  where due_day is null and not paid and withdrawn_at is null and decided_at is null;
