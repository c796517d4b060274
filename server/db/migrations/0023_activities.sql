-- The lines of the audit trail that people read as activities, by the place of their record: what a
-- zone reads is found without walking through what happened in all the others. Only the newest lines
-- of each place are kept. An account without a state or zone has '' there.
create table activities (
  organisation text not null,
  zone text not null,
  demo boolean not null,
  at timestamptz not null,
  audit_id bigint not null,
  primary key (organisation, zone, demo, at, audit_id)
);

create function organisation_of_state(state text) returns text language sql immutable parallel safe
return case state
  when 'Lagos' then 'Lagos FRSC' when 'Abuja' then 'Abuja FRSC' else coalesce(state, '')
end;

create function note_activity() returns trigger language plpgsql as $$
begin
  insert into activities (organisation, zone, demo, at, audit_id)
  select organisation, zone, demo, new.at, new.id from bookings
  where new.record_type = 'booking' and id = new.record_id
  union all
  select organisation, zone, demo, new.at, new.id from collisions
  where new.record_type = 'collision' and id = new.record_id
  union all
  select organisation_of_state(state), coalesce(zone, ''), demo, new.at, new.id from users
  where new.record_type = 'user' and id = new.record_id;
  return null;
end $$;

create trigger note_activity after insert on audit
  for each row when (
    new.event in ('booking.made', 'booking.paid', 'booking.cleared', 'booking.withdrawn',
                  'collision.recorded', 'user.registered', 'user.added', 'user.changed',
                  'bookings.exported', 'collisions.exported')
  )
  execute function note_activity();

-- They go with their record to another place.
create function replace_activities() returns trigger language plpgsql as $$
begin
  update activities
    set organisation = new.organisation, zone = new.zone, demo = new.demo
    from audit
    where (activities.organisation, activities.zone, activities.demo)
        = (old.organisation, old.zone, old.demo)
      and audit.id = activities.audit_id
      and audit.record_type = tg_argv[0] and audit.record_id = new.id;
  return null;
end $$;

create function replace_account_activities() returns trigger language plpgsql as $$
begin
  update activities
    set organisation = organisation_of_state(new.state), zone = coalesce(new.zone, ''),
        demo = new.demo
    from audit
    where activities.organisation = organisation_of_state(old.state)
      and activities.zone = coalesce(old.zone, '') and activities.demo = old.demo
      and audit.id = activities.audit_id
      and audit.record_type = 'user' and audit.record_id = new.id;
  return null;
end $$;

create trigger replace_activities after update of organisation, zone, demo on bookings
  for each row when (
    (old.organisation, old.zone, old.demo) is distinct from (new.organisation, new.zone, new.demo)
  )
  execute function replace_activities('booking');
create trigger replace_activities after update of organisation, zone, demo on collisions
  for each row when (
    (old.organisation, old.zone, old.demo) is distinct from (new.organisation, new.zone, new.demo)
  )
  execute function replace_activities('collision');
create trigger replace_activities after update of state, zone, demo on users
  for each row when (
    (old.state, old.zone, old.demo) is distinct from (new.state, new.zone, new.demo)
  )
  execute function replace_account_activities();
