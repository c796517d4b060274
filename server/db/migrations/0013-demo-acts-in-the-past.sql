-- The demo shows acts of its accounts in office hours, at whatever hour it is made.
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
      select from users where id = new.actor_id and demo
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
