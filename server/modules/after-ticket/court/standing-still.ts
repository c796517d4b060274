import { sql } from 'kysely';
import { z } from 'zod';
import { daysToAnswer, draftDays, hearingDays } from '#contract/waiting.ts';
import type { QueueOfKind } from '#server/acts/part.ts';
import { isUnpaid } from '#server/db/unpaid.ts';
import { inScope } from '#server/scope/conditions.ts';

/**
 * Cases that stand still: a draft that nobody locks, a referral without a hearing, a hearing that is
 * over without a decision. A batch stands there once.
 */
const standingStill = sql`(
  select case_row.*, row_number() over (partition by case when step = 'draft' then batch_id else id end
      order by place) as first,
    count(*) over (partition by batch_id, step) as tickets
  from (
    select bookings.id, court_cases.organisation, court_cases.zone, court_cases.demo, batch_id,
      court_cases.place, hearing_day,
      case when locked_at is null then 'draft' when hearing_day is null then 'unheard'
           else 'undecided' end as step,
      case when locked_at is null then court_batches.made_at + make_interval(days => ${draftDays})
           when hearing_day is null then locked_at + make_interval(days => ${hearingDays})
           else (hearing_day + 1)::timestamp at time zone 'Africa/Lagos' end as since
    from court_cases
      join court_batches on court_batches.id = batch_id
      join bookings on bookings.id = court_cases.booking_id
    where not court_cases.ended and ${isUnpaid} and not exists (
      select from proposals
      where proposals.organisation = bookings.organisation and kind = 'court decision'
        and subject = bookings.id and outcome is null)
  ) as case_row
  where since <= now()
)`;

/** Cases that stand still wait for whoever leads; the court officer takes the next step. */
export const casesStandingStill: QueueOfKind = {
  rows: ({ scope }) => sql`
    select id, organisation, zone, since, null, id, step,
      jsonb_build_object('to', hearing_day, 'tickets', tickets)
    from ${standingStill} as court_cases
    where (step <> 'draft' or first = 1) and ${inScope('court_cases', scope)}`,
  words({ plate, about, body }) {
    const { to, tickets } = stillSchema.parse(body);
    if (about === 'draft')
      return `${plate}${tickets > 1 ? ` and ${tickets - 1} more` : ''}: in a draft that nobody has locked`;
    return about === 'unheard'
      ? `${plate}: referred, and no hearing is noted`
      : `${plate}: the hearing of ${to} is over, and no decision is noted`;
  },
  late: {
    count: sql`select count(*) from ${standingStill} as court_cases
      where not demo and (step <> 'draft' or first = 1)
        and since < now() - make_interval(days => ${daysToAnswer})`,
    words: (many) =>
      many === 1
        ? `A court case has not moved for more than ${daysToAnswer} days.`
        : `${many} court cases have not moved for more than ${daysToAnswer} days.`,
  },
};

const stillSchema = z.strictObject({
  /** The day of the hearing, Africa/Lagos. */
  to: z.iso.date().nullable(),
  tickets: z.number().int(),
});
