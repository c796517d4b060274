-- What happened before. This reads the whole trail once, which takes minutes where it is long, but
-- locks nothing: the triggers are there, so nothing that happens meanwhile is left out.
insert into activities (organisation, zone, demo, at, audit_id)
select organisation, zone, demo, at, id
from (
  select *, row_number() over (
    partition by organisation, zone, demo order by at desc, id desc
  ) as newest
  from (
    select bookings.organisation, bookings.zone, bookings.demo, audit.at, audit.id
    from audit join bookings on bookings.id = audit.record_id
    where audit.record_type = 'booking'
      and event in ('booking.made', 'booking.paid', 'booking.cleared', 'booking.withdrawn')
    union all
    select collisions.organisation, collisions.zone, collisions.demo, audit.at, audit.id
    from audit join collisions on collisions.id = audit.record_id
    where audit.record_type = 'collision' and event = 'collision.recorded'
    union all
    select organisation_of_state(users.state), coalesce(users.zone, ''), users.demo,
           audit.at, audit.id
    from audit join users on users.id = audit.record_id
    where audit.record_type = 'user'
      and event in ('user.registered', 'user.added', 'user.changed',
                    'bookings.exported', 'collisions.exported')
  ) as told
) as placed
where newest <= 1000
on conflict do nothing;

-- Last, since it holds up who writes to the trail until this is committed.
drop index audit_activities;
