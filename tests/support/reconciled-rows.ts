import { sql } from 'kysely';
import type { ReconciledBy } from '#contract/modules/money/reconciliation.ts';
import type { Database } from '#server/db/database.ts';
import type { Scope } from '#server/http/caller.ts';

/** Figures of a row, each with its kobo, as the records say them one by one. */
export interface RecountedRow {
  readonly key: string | null;
  readonly name: string | null;
  readonly offence: string | null;
  readonly exceptions: number;
  /** Of issued, billed, paid, cleared, withdrawn, outstanding and received: how many, and kobo. */
  readonly figures: readonly number[];
}

const keys = {
  day: [`lagos_day(b.created_at)::text`, `lagos_day(p.confirmed_at)::text`],
  zone: [`b.organisation || ' ' || b.zone`],
  officer: ['b.created_by'],
  head: ['line.code'],
} as const;

/**
 * A reconciliation counted from bookings, lines and payments themselves; the total has no key.
 */
export async function recounted(
  db: Database,
  { by, scope, from, to }: { by: ReconciledBy; scope: Scope; from: string; to: string },
): Promise<RecountedRow[]> {
  const isByHead = by === 'head';
  const [issuedKey, receivedKey = issuedKey] = keys[by];
  const lines = sql.raw(isByHead ? 'join booking_offences as line on line.booking_id = b.id' : '');
  const kobo = sql.raw(isByHead ? 'line.amount_kobo' : 'b.price_kobo');
  const named = sql.raw(
    isByHead ? 'line.name as name, line.offence_id as offence' : `'' as name, '' as offence`,
  );
  const first = isByHead
    ? sql`line.line = (select min(line) from booking_offences as other
        where other.booking_id = b.id and other.code = line.code)`
    : sql`true`;
  const seen = sql`(${scope.organisation}::text is null or b.organisation = ${scope.organisation})
    and (${scope.zone}::text is null or b.zone = ${scope.zone})
    and (${scope.demo === 'included'} or not b.demo)`;
  const within = (day: string) => sql`${sql.raw(day)} between ${from}::date and ${to}::date`;
  const figure = (is: string) => sql`count(*) filter (where ${sql.raw(is)}),
    coalesce(sum(kobo) filter (where ${sql.raw(is)}), 0)`;
  const { rows } = await sql<RecountedRow>`
    with odd as (
      select booking_id, count(*) as number from payment_exceptions
      where closed_at is null and booking_id is not null group by booking_id
    ),
    items as (
      select ${sql.raw(issuedKey)} as key, ${named}, ${kobo} as kobo, b.id, true as issued,
             b.bill_ref is not null as billed, b.paid, b.completed as cleared,
             b.withdrawn_at is not null as withdrawn, false as received,
             case when ${first} then coalesce(odd.number, 0) else 0 end as exceptions
      from bookings as b ${lines} left join odd on odd.booking_id = b.id
      where ${seen} and ${within('lagos_day(b.created_at)')}
      union all
      select ${sql.raw(receivedKey)}, ${named}, ${kobo}, b.id, false, false, false, false, false,
             true, 0
      from payments as p join bookings as b on b.id = p.booking_id ${lines}
      where ${seen} and p.kind = 'gateway' and ${within('lagos_day(p.confirmed_at)')}
    )
    select key, min(name) as name, min(offence) as offence, coalesce(sum(exceptions), 0)::bigint as exceptions,
           array[${sql.join([
             figure('issued'),
             figure('billed'),
             figure('paid'),
             figure('cleared'),
             figure('withdrawn'),
             figure('issued and not paid and not withdrawn'),
             figure('received'),
           ])}]::float8[] as figures
    from items group by grouping sets ((key), ())`.execute(db);
  return rows;
}
