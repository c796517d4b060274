-- What is added to a collision is told live; figures count no record for it.
alter table outbox drop constraint outbox_change_check;
alter table outbox add constraint outbox_change_check
  check (change in ('made', 'billed', 'corrected', 'paid', 'cleared', 'withdrawn', 'recorded', 'added'));

create function announce_addition() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (record_type, record_id, change, organisation, zone, demo, made_on)
  select 'collision', id, 'added', organisation, zone, demo, lagos_day(created_at)
  from collisions where id = new.collision_id;
  return null;
end $$;

create trigger announce_addition after insert on collision_additions
  for each row execute function announce_addition();
