-- The demo shows acts of its accounts in office hours, at whatever hour it is made. No such account
-- dates a row of a real ticket.
create or replace function audit_row_follows() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if abs(extract(epoch from clock_timestamp() - new.at)) > 300 then
    if not exists (
      select from bookings
      where new.record_type = 'booking' and id = new.record_id and demo
      union all
      select from collisions
      where new.record_type = 'collision' and id = new.record_id and demo
      union all
      select from users
      where new.record_type not in ('booking', 'collision') and id = new.actor_id and demo
    ) then
      raise exception 'Row % of % % is of another moment: the clocks of server and database differ.',
        new.number, new.record_type, new.record_id using errcode = 'CLOCK';
    end if;
  end if;
  if new.number = 1 and new.previous_hash <> '' or new.number > 1 and not exists (
    select from audit
    where (record_type, record_id, number) = (new.record_type, new.record_id, new.number - 1)
      and hash = new.previous_hash
  ) then
    raise exception 'Row % of % % does not follow the row before it.',
      new.number, new.record_type, new.record_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A hold is lifted once, a mistake and a late record are decided once; erasure alone changes words.
create function is_decided_once() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from bookings
    where id = to_jsonb(old) ->> 'booking_id' and erased_at is not null
  ) then
    raise exception 'Row % of % was decided already.', old.id, tg_table_name
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger hold_is_lifted_once before update of lifted_by, lifted_at, lift_reason on holds
  for each row when (
    old.lifted_at is not null
    and (old.lifted_by, old.lifted_at, old.lift_reason)
      is distinct from (new.lifted_by, new.lifted_at, new.lift_reason))
  execute function is_decided_once();

create trigger mistake_is_decided_once
  before update of outcome, answer, decided_by, decided_at on mistakes
  for each row when (
    old.outcome is not null
    and (old.outcome, old.answer, old.decided_by, old.decided_at)
      is distinct from (new.outcome, new.answer, new.decided_by, new.decided_at))
  execute function is_decided_once();

create trigger late_record_is_decided_once
  before update of let_in, decided_by, decided_at, reason on late_records
  for each row when (
    old.let_in is not null
    and (old.let_in, old.decided_by, old.decided_at, old.reason)
      is distinct from (new.let_in, new.decided_by, new.decided_at, new.reason))
  execute function is_decided_once();
