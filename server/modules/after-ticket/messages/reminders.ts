import { sql } from 'kysely';
import { ulid } from 'ulid';
import { movedBy } from '#contract/periods.ts';
import { organisationNames } from '#contract/places.ts';
import { maybeSent, restoredAt } from '#server/db/restored.ts';
import { unpaidSql } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { heldOn } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { dayOf } from '#server/time.ts';
import { sendsMessages } from './queries.ts';

/** Reminders that are queued at once. */
const batch = 500;

/** A step that was missed by more days, with the server off, is left out. */
const lateDays = 2;

/** A ticket whose objection was rejected falls due anew, and its reminders begin again. */
const roundOf = (booking: string) => sql`coalesce((
  select lagos_day(answered_at)::text from disputes
  where disputes.booking_id = ${sql.ref(`${booking}.id`)} and outcome = 'rejected'), '')`;

/** Queues the reminders whose day has come, once for each step of a due day; answers how many. */
export async function queueReminders(
  { db, messages }: Pick<Deps, 'db' | 'messages'>,
  now = new Date(),
): Promise<number> {
  if (!messages.isSetUp) return 0;
  let queued = 0;
  const today = dayOf(now);
  for (const organisation of organisationNames)
    for (const demo of [false, true]) {
      if (!(await sendsMessages(db, { organisation, demo }))) continue;
      const sms = messages.of(organisation) !== null;
      const { rows } = await sql<{
        booking_id: string;
        zone: string;
        step: number;
        channel: string;
        occasion: string;
        isHeld: boolean;
      }>`
        with steps as (
          select distinct step::integer
          from ticket_rules cross join jsonb_array_elements_text(rules -> 'reminders') as step
          where organisation = ${organisation} and demo = ${demo}
        )
        select booking.id as booking_id, booking.zone, step, channel,
          ${roundOf('booking')} as occasion,
          coalesce(due_day + step <= lagos_day(${restoredAt}), false) as "isHeld"
        from steps
        join bookings as booking on booking.organisation = ${organisation}
          and due_day between ${movedBy(today, -lateDays)}::date - step and ${today}::date - step
        cross join unnest(array['sms', 'mail']) as channel
        where ${sql.raw(unpaidSql('booking'))} and due_day is not null and booking.demo = ${demo}
          and case channel when 'sms' then ${sms}
                           else ${messages.mails} and booking.email <> '' end
          -- Of steps whose days came together the last one is told.
          and step = (
            select max(told.step::integer)
            from (
              select rules from ticket_rules
              where organisation = booking.organisation and demo = booking.demo
                and ${heldOn(sql`lagos_day(coalesce(booking.made_at, booking.created_at))`)}
            ) as held cross join jsonb_array_elements_text(held.rules -> 'reminders') as told (step)
            where due_day + told.step::integer <= ${today}::date)
          and not exists (
            select from messages as message
            where message.booking_id = booking.id and message.purpose = 'reminder'
              and message.occasion = ${roundOf('booking')}
              and message.step = steps.step and message.channel = channel.channel)
        limit ${batch}`.execute(db);
      if (rows.length === 0) continue;
      await db
        .insertInto('messages')
        .values(
          rows.map(({ isHeld, ...row }) => ({
            ...row,
            ...(isHeld && { state: 'unknown', reason: maybeSent }),
            id: ulid(),
            organisation,
            demo,
            purpose: 'reminder',
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      queued += rows.length;
    }
  return queued;
}
