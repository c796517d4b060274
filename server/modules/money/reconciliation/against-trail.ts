import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** One that was sent before two people were needed is in force without a confirmation. */
const statementsThatDiffer = sql<Difference>`
  select 'Statement ' || one.id as id, differs.what
  from statements as statement
    full join (select * from proposals where kind = 'statement') as proposal
      on proposal.id = statement.id
    cross join lateral (
      select coalesce(statement.id, proposal.id) as id,
        coalesce(statement.organisation, proposal.organisation) as organisation,
        case when in_force then 'in force' else coalesce(outcome, 'waiting') end as state) as one
    left join lateral (
      select actor_id, after from audit
      where record_type = 'organisation' and record_id = one.organisation
        and event in ('statement.sent', 'statement.fetched')
        and after ->> 'statement' = one.id
      limit 1) as taken on true
    left join lateral (
      select actor_id, after ->> 'state' as state from audit
      where record_type = 'organisation' and record_id = one.organisation
        and event in ('statement.confirmed', 'statement.refused', 'statement.taken-back')
        and after ->> 'statement' = one.id
      limit 1) as decided on true
    cross join lateral (
      select count(*) as number, coalesce(sum(amount_kobo), 0) as kobo
      from statement_lines where statement_id = statement.id) as lines
    cross join lateral (values
      ('has no row that says who sent it', taken.actor_id is null),
      ('was sent by another than the trail says',
       taken.actor_id <> statement.sent_by or taken.actor_id <> proposal.proposed_by),
      ('is another’s word than the trail says',
       statement.whose <> coalesce(taken.after ->> 'whose', 'gateway')),
      ('has other lines than the trail says',
       ((taken.after ->> 'lines')::bigint, (taken.after ->> 'amount')::numeric * 100)
         <> (lines.number, lines.kobo)
         or (statement.lines, statement.kobo) is distinct from (lines.number, lines.kobo)),
      ('is in force, though the trail names nobody who confirmed it',
       one.state = 'in force' and decided.state is null
         and (taken.after ->> 'waits')::boolean),
      ('stands otherwise than the trail says',
       decided.state <> one.state or outcome <> 'confirmed' and decided.state is null),
      ('was decided by another than the trail says', decided.actor_id <> proposal.decided_by)
    ) as differs (what, holds)
  where differs.holds
  order by one.id, differs.what`;

export const heldAgainstTrail = [statementsThatDiffer];
