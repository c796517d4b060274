import { sql } from 'kysely';
import { unpaidSql } from '#server/db/unpaid.ts';
import type { Difference } from './differences.ts';

/**
 * Messages that a driver should have got. The trail has no row for each, so that they are held
 * against what would stop one: see `whyStopped`.
 */
export const messagesThatLie = sql<Difference>`
  select 'Message ' || message.id as id, differs.what
  from messages as message
    join bookings as booking on booking.id = message.booking_id
    cross join lateral (values
      ('was stopped, and nothing stops it',
       message.state = 'stopped' and message.channel = 'sms' and message.occasion = ''
         and message.purpose in ('issued', 'reminder')
         and booking.erased_at is null and ${sql.raw(unpaidSql('booking'))}
         and message.made_at > now() - interval '2 days'
         and phone_key(booking.phone_no) ~ '^0?[789][0-9]{9}$'
         and not exists (select from disputes where booking_id = booking.id)
         and not exists (
           select from audit
           where record_type = 'booking' and record_id = booking.id
             and event in ('booking.referred', 'booking.corrected'))
         and not exists (
           select from opt_outs
           where opt_outs.organisation = booking.organisation and opt_outs.demo = booking.demo
             and opt_outs.phone = phone_key(booking.phone_no))
         and not exists (
           select from bookings as other
             join audit on record_type = 'booking' and record_id = other.id
               and event = 'booking.opted-out'
           where phone_key(other.phone_no) = phone_key(booking.phone_no)
             and phone_key(booking.phone_no) <> '')
         and 10 >= (select count(*) from (
           select from bookings as other
           where phone_key(other.phone_no) = phone_key(booking.phone_no)
             and phone_key(booking.phone_no) <> '' limit 11) as others)),
      ('says that it was sent, and no gateway was asked',
       message.state in ('accepted', 'delivered', 'blocked', 'unreachable')
         and message.begun_at is null)
    ) as differs (what, holds)
  where differs.holds
  order by message.id, differs.what`;
