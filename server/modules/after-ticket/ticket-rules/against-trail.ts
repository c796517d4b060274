import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';
import { unpaidSql } from '#server/db/unpaid.ts';

/** Rules of tickets, as one person proposed and another decided them. */
const ticketRulesThatDiffer = sql<Difference>`
  select 'The rules ' || proposal.id as id, 'stand otherwise than the trail says' as what
  from proposals as proposal
    left join ticket_rules as held on held.id = proposal.id
    left join audit as said on said.record_type = 'organisation'
      and said.record_id = proposal.organisation and said.event = 'rules.proposed'
      and said.after ->> 'proposal' = proposal.id
    left join audit as decided on decided.record_type = 'organisation'
      and decided.record_id = proposal.organisation
      and decided.event in ('rules.set', 'rules.refused', 'rules.taken-back')
      and decided.after ->> 'proposal' = proposal.id
  where kind = 'set of rules'
    and ((said.actor_id, said.after -> 'rules', said.after ->> 'from', said.after ->> 'reason',
          decided.actor_id, decided.event)
      is distinct from (proposed_by, body -> 'rules', body ->> 'from', proposal.reason, decided_by,
        case outcome when 'confirmed' then 'rules.set' when 'refused' then 'rules.refused'
                     when 'taken back' then 'rules.taken-back' end)
      or (held.organisation, held.demo, held.from_day::text, held.rules) is distinct from (
        case outcome when 'confirmed' then proposal.organisation end,
        case outcome when 'confirmed' then proposal.demo end,
        case outcome when 'confirmed' then body ->> 'from' end,
        case outcome when 'confirmed' then body -> 'rules' end))
  order by proposal.id`;

/** Holidays, as one person proposed and another decided them; none is the day of an unpaid ticket. */
const holidaysThatDiffer = sql<Difference>`
  select 'The holiday ' || proposal.id as id, 'stands otherwise than the trail says' as what
  from proposals as proposal
    left join holidays as declared on declared.id = proposal.id
    left join audit as said on said.record_type = 'organisation'
      and said.record_id = proposal.organisation and said.event = 'holiday.proposed'
      and said.after ->> 'proposal' = proposal.id
    left join audit as decided on decided.record_type = 'organisation'
      and decided.record_id = proposal.organisation
      and decided.event in ('holiday.declared', 'holiday.refused', 'holiday.taken-back')
      and decided.after ->> 'proposal' = proposal.id
    cross join lateral (select coalesce(outcome = 'confirmed', false) as confirmed) as decision
  where kind = 'holiday'
    and ((said.actor_id, said.after ->> 'from', said.after ->> 'to', said.after ->> 'name',
          said.after -> 'isHoliday', said.after ->> 'reason', decided.actor_id, decided.event)
      is distinct from (proposed_by, body ->> 'from', body ->> 'to', body ->> 'name',
        body -> 'isHoliday', proposal.reason, decided_by,
        case outcome when 'confirmed' then 'holiday.declared' when 'refused' then 'holiday.refused'
                     when 'taken back' then 'holiday.taken-back' end)
      or (declared.organisation, declared.demo, declared.from_day::text, declared.to_day::text,
          declared.name, to_jsonb(declared.is_holiday)) is distinct from (
        case when decision.confirmed then proposal.organisation end,
        case when decision.confirmed then proposal.demo end,
        case when decision.confirmed then body ->> 'from' end,
        case when decision.confirmed then body ->> 'to' end,
        case when decision.confirmed then body ->> 'name' end,
        case when decision.confirmed then body -> 'isHoliday' end))
  union all
  select 'Booking ' || booking.id, 'is due on a declared holiday'
  from holidays as declared
    join bookings as booking
      on booking.organisation = declared.organisation and booking.demo = declared.demo
        and booking.due_day between declared.from_day and declared.to_day
  where declared.is_holiday and booking.due_day > lagos_day(declared.moved_at)
    and ${sql.raw(unpaidSql('booking'))}
    and not exists (
      select from holidays as later
      where later.organisation = declared.organisation and later.demo = declared.demo
        and later.number > declared.number
        and booking.due_day between later.from_day and later.to_day)
    and (
      select (held.rules ->> 'toWorkingDay')::boolean from ticket_rules as held
      where held.organisation = booking.organisation and held.demo = booking.demo
        and held.from_day <= lagos_day(coalesce(booking.made_at, booking.created_at))
      order by held.from_day desc limit 1)
  order by id`;

export const heldAgainstTrail = [ticketRulesThatDiffer, holidaysThatDiffer];
