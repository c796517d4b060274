import { sql } from 'kysely';
import type { Difference } from '#server/acts/differences.ts';

/** Answers and outcomes; the trail holds only their hash. */
const questionEntriesThatDiffer = sql<Difference>`
  select 'Question entry ' || entry.id as id, 'is another than the trail says' as what
  from question_entries as entry
    left join audit as said on said.record_type = 'question' and said.record_id = officer
      and said.event = 'question.added' and said.after ->> 'entry' = entry.id
  where (said.actor_id, said.after ->> 'signal', said.after ->> 'sha256', said.after ->> 'rows')
    is distinct from (made_by, signal,
      encode(sha256(convert_to(kind || ' ' || words, 'UTF8')), 'hex'), cardinality(rows)::text)
  order by entry.id`;

export const heldAgainstTrail = [questionEntriesThatDiffer];
