import { sql } from 'kysely';
import { clocksApart, type Difference } from '#server/acts/differences.ts';

/** What two people have closed is kept to the byte. */
const closingsThatDiffer = sql<Difference>`
  select 'Closed report ' || closing.id as id, differs.what
  from proposals as closing
    left join report_closings as kept on kept.id = closing.id
    left join closed_papers as closed on closed.id = closing.id
    left join files as paper on paper.id = closed.file_id
    left join audit as proposed
      on proposed.record_type = 'organisation' and proposed.record_id = closing.organisation
        and proposed.event = 'report.closing-proposed'
        and proposed.after ->> 'closing' = closing.id
    left join audit as decided
      on decided.record_type = 'organisation' and decided.record_id = closing.organisation
        and decided.event in ('report.closed', 'report.closing-refused', 'report.closing-taken-back')
        and decided.after ->> 'closing' = closing.id
    cross join lateral (values
      ('was proposed otherwise than the trail says',
       (proposed.actor_id, proposed.after ->> 'report', proposed.after ->> 'zone',
        proposed.after ->> 'from', proposed.after ->> 'to', proposed.after ->> 'version')
         is distinct from (proposed_by, body ->> 'report', zone, body ->> 'from', body ->> 'to',
                           body ->> 'version')),
      ('has other data than the trail says',
       proposed.after ->> 'sha256' is distinct from encode(sha256(data), 'hex')),
      ('has another paper than the trail says',
       decided.after ->> 'paper' is distinct from paper.sha256),
      ('stands otherwise than the trail says',
       (coalesce(decided.after ->> 'state', 'waiting'), decided.actor_id)
         is distinct from (case outcome when 'confirmed' then 'closed'
                                        else coalesce(outcome, 'waiting') end, decided_by))
    ) as differs (what, holds)
  where closing.kind = 'closing' and differs.holds
  order by closing.id, differs.what`;

/**
 * Reports that are mailed again and again. Each run leaves its mails, so that the next one follows the
 * last, or the moment at which the schedule was set.
 */
const schedulesThatDiffer = sql<Difference>`
  select 'The schedule of report ' || view_id as id, 'leaves out a run' as what
  from report_schedules as schedule
    cross join lateral (
      select max(at) as at from audit
      where record_type = 'view' and record_id = schedule.view_id
        and event = 'report.schedule-set') as told
    left join lateral (
      select max(due_at) as at from report_mails as mail
      where mail.view_id = schedule.view_id) as last on true
  where ended is null and told.at is not null
    and next_at > greatest(told.at, last.at) + interval ${clocksApart}
      + case rhythm when 'day' then interval '1 day' when 'monday' then interval '7 days'
                    else interval '34 days' end
  order by view_id`;

export const heldAgainstTrail = [closingsThatDiffer, schedulesThatDiffer];
