import { sql } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { HistoryRecord, readHistory } from '#contract/history.ts';
import type { Database } from '#server/db/database.ts';
import { nameThen } from '#server/db/people.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { entryOf, type TrailRow } from './rules.ts';

/** A page of a record's history, oldest first. The caller has checked the scope. */
export async function historyOf(
  db: Database,
  { record, id }: { readonly record: HistoryRecord; readonly id: string },
  { limit, page }: QueryOf<typeof readHistory>,
): Promise<ResponseOf<typeof readHistory>> {
  const { total } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('record_type', '=', record)
    .where('record_id', '=', id)
    .executeTakeFirstOrThrow();
  // A seal comes after its rows, so the search begins a minute before them.
  const { rows } = await sql<TrailRow>`
    select audit.number, audit.at, audit.event, audit.actor_role, audit.before, audit.after,
      ${nameThen('users', 'audit.at')} as name, seal.number is not null as sealed
    from audit
    left join users on users.id = audit.actor_id
    left join lateral (
      select audit_seals.number from audit_seals
      where audit_seals.sealed_at >= audit.at - interval '1 minute'
        and audit.id = any(audit_seals.row_ids)
      order by audit_seals.sealed_at
      limit 1
    ) as seal on true
    where audit.record_type = ${record} and audit.record_id = ${id}
    order by audit.number
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return listAnswer(rows.map(entryOf), total, { page, limit });
}
