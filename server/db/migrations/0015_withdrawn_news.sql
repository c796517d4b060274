-- A withdrawal is announced like every other change of a booking.
alter table outbox
  drop constraint outbox_change_check,
  add constraint outbox_change_check
    check (change in ('made', 'billed', 'paid', 'cleared', 'withdrawn', 'recorded'));

create or replace function announce_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day, bookings)
    values ('booking', new.id, 'made', new.organisation, new.zone, new.demo,
            lagos_day(new.created_at), 1);
    return null;
  end if;
  if old.bill_ref is distinct from new.bill_ref then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'billed', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  if new.completed and not old.completed then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'cleared', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  -- It counts as made all the same: the counters say what was issued.
  if new.withdrawn_at is not null and old.withdrawn_at is null then
    insert into outbox (record_type, record_id, change, organisation, zone, demo, day)
    values ('booking', new.id, 'withdrawn', new.organisation, new.zone, new.demo, lagos_day(now()));
  end if;
  return null;
end $$;

-- And it is one of the changes that people read about as activities.
drop index audit_activities;
create index audit_activities on audit (record_type, at desc, id desc) include (record_id)
  where event in ('booking.made', 'booking.paid', 'booking.cleared', 'booking.withdrawn',
                  'collision.recorded', 'user.registered', 'user.added', 'user.changed',
                  'bookings.exported', 'collisions.exported');
