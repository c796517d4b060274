import { sql } from 'kysely';
import { driverMessages } from '#contract/modules/after-ticket/message-texts.ts';
import { clocksApart, type Difference } from '#server/acts/differences.ts';
import { restoredAt } from '#server/db/restored.ts';
import { unpaidSql } from '#server/db/unpaid.ts';

const purposes = Object.entries(driverMessages);
const asking = purposes.flatMap(([purpose, { asks }]) => (asks ? sql.lit(purpose) : []));
/** Nothing that such a message tells ever passes. A hearing and a code do, and strangers have other numbers. */
const sayingWhatIsSo = purposes.flatMap(([purpose, { asks, toStranger }]) =>
  asks || toStranger || ['hearing', 'opening-code'].includes(purpose) ? [] : sql.lit(purpose),
);

/** One that can't be sent now waits for the morning at most, and for a week in all. */
const longestPause = sql.lit('25 hours');
const longestWait = sql.lit('10 days');

/**
 * Messages that a driver should have got, and what the trail says of those that were sent. One that
 * was stopped has no row: it is held against what would stop one, see `whyStopped`.
 */
const messagesThatLie = sql<Difference>`
  select 'Message ' || message.id as id, differs.what
  from messages as message
    join bookings as booking on booking.id = message.booking_id
    left join lateral (
      select at, after from audit
      where record_type = 'booking' and record_id = message.booking_id
        and event = 'booking.message-sent' and after ->> 'message' = message.id
      order by number limit 1) as sent on booking.erased_at is null
    cross join lateral (values
      ('was stopped, and nothing stops it',
       message.state = 'stopped' and message.channel = 'sms' and booking.erased_at is null
         and (message.purpose in (${sql.join(sayingWhatIsSo)})
           or message.purpose in (${sql.join(asking)}) and message.occasion = ''
             and ${sql.raw(unpaidSql('booking'))}
             and not exists (select from disputes where booking_id = booking.id))
         and message.made_at > now() - interval '2 days'
         and phone_key(booking.phone_no) ~ '^0?[789][0-9]{9}$'
         and not exists (
           select from audit
           where record_type = 'booking' and record_id = booking.id
             and (event = 'booking.corrected'
               or event = 'booking.referred' and message.purpose in (${sql.join(asking)})))
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
         and message.begun_at is null),
      ('waits for longer than any does',
       message.state = 'queued' and message.begun_at is null
         and (message.due_at > now() + interval ${longestPause}
           or message.due_at > now() and message.made_at < now() - interval ${longestWait})),
      ('is held, and no restore says why',
       message.state = 'unknown' and message.begun_at is null
         and message.made_at > coalesce(${restoredAt} + interval '4 days', '-infinity')),
      ('was sent to nobody whom its ticket names',
       message.begun_at is not null and booking.erased_at is null
         and message.recipient is distinct from booking.email
         and phone_key(message.recipient) <> phone_key(booking.phone_no)
         and not exists (
           select from audit
           where record_type = 'booking' and record_id = booking.id
             and event = 'booking.corrected'
             and phone_key(before ->> 'phoneNo') = phone_key(message.recipient))),
      ('was sent at another time than the trail says',
       case when message.sent_at is null then sent.after ->> 'state' <> 'fault'
            else abs(extract(epoch from message.sent_at - sent.at))
              > extract(epoch from interval ${clocksApart}) end),
      ('was at fault, and tells no operator',
       message.state = 'fault' and (message.reason = '' or message.troubled_at is null
         or message.troubled_at < message.begun_at - interval ${clocksApart}))
    ) as differs (what, holds)
  where differs.holds
  order by message.id, differs.what`;

export const heldAgainstTrail = [messagesThatLie];
