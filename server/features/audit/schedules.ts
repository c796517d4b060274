import { sql } from 'kysely';
import { clocksApart, type Difference } from './differences.ts';

/**
 * Reports that are mailed again and again. Each run leaves its mails, so that the next one follows the
 * last, or the moment at which the schedule was set.
 */
export const schedulesThatDiffer = sql<Difference>`
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
