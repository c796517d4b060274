-- The bills that are open already are asked about when their turn comes, not all at once. Reading
-- them takes a while but locks nothing: the triggers are there, so no bill slips through meanwhile.
insert into bill_checks
  (booking_id, gateway, organisation, zone, demo, since, checked_at, next_check_at)
select id, bill_gateway, organisation, zone, demo, since, checked_at,
       coalesce(checked_at, since) + case
         when since > now() - interval '1 day' then interval '10 minutes'
         when since > now() - interval '7 days' then interval '1 hour'
         else interval '1 day'
       end
from bookings cross join lateral (select coalesce(withdrawn_at, created_at) as since) as begun
where not paid and bill_ref is not null and since > now() - interval '90 days'
on conflict (booking_id) do nothing;
