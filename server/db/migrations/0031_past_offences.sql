-- Outside a transaction: every statement can be repeated.

-- What exists already. Changes noted since the triggers began are folded later, so they are taken
-- off here; all of it in one statement, which sees one moment and locks nothing.
with standing as (
  select line.offence_id, booking.organisation, booking.zone, booking.demo,
         lagos_day(booking.created_at) as made_on,
         count(distinct line.booking_id) as bookings, sum(line.amount_kobo) as kobo,
         count(distinct line.booking_id) filter (where not paid and withdrawn_at is null)
           as open_bookings,
         coalesce(sum(line.amount_kobo) filter (where not paid and withdrawn_at is null), 0)
           as open_kobo
  from booking_offences as line join bookings as booking on booking.id = line.booking_id
  group by 1, 2, 3, 4, 5
  union all
  select charged.offence_id, organisation, zone, demo, made_on,
         -bookings, -bookings * charged.kobo, -open, -open * charged.kobo
  from offence_changes
    cross join lateral unnest(offences, offence_changes.kobo) as charged (offence_id, kobo)
),
added as (
  insert into offence_counters (organisation, zone, demo, span, starts, offence_id,
                                bookings, kobo, open_bookings, open_kobo)
  select organisation, place, demo, span, starts, offence_id,
         sum(bookings), sum(kobo), sum(open_bookings), sum(open_kobo)
  from standing
    cross join lateral (values (zone), ('')) as places (place)
    cross join lateral (values ('day', made_on), ('month', date_trunc('month', made_on)::date))
      as spans (span, starts)
  where not exists (select from offence_watermark)
    and (span = 'month' or starts > lagos_day(now()) - 31)
  group by 1, 2, 3, 4, 5, 6
)
insert into offence_watermark (xid) values ('0') on conflict do nothing;

-- Nothing reads lines by their day any more.
drop index concurrently if exists booking_offences_booked;
