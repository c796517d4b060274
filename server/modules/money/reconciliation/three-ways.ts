import { sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import type { ThreeWays } from '#contract/modules/money/differences.ts';
import type { Database } from '#server/db/database.ts';
import { withinDays } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { type OneOrganisation, statementsInScope } from './statements.ts';

interface Way {
  readonly day: string;
  readonly gateway: string;
  readonly ours: number;
  readonly gatewaySays: number | null;
  readonly bankSays: number | null;
  /** The first of the statements that said the same sum came into force then. */
  readonly gatewaySince: Date | null;
  readonly bankSince: Date | null;
}

/**
 * Each day with money of each gateway: our payments, and what the statements that count say of it. None
 * where no statement covers any of the days, and for an account of one zone, since a statement is of
 * the whole organisation.
 */
export async function threeWaysOf(
  db: Database,
  scope: OneOrganisation,
  { from, to }: DayRange,
): Promise<ThreeWays[]> {
  if (scope.zone !== null) return [];
  const confirmed = withinDays(sql.ref('payments.confirmed_at'), { from, to });
  const of = (whose: string) => sql`
    (select kobo from counts where whose = ${whose} and (counts.gateway, counts.day) = (known.gateway, known.day))`;
  const since = (whose: string) => sql`
    (select seen from counts where whose = ${whose} and (counts.gateway, counts.day) = (known.gateway, known.day))`;
  const { rows } = await sql<Way>`
    with theirs as materialized (
      select statements.id, statements.gateway, statements.whose, covered.day::date as day,
             statements.sent_at, coalesce(decided_at, statements.sent_at) as seen
      from statements
      left join proposals on proposals.id = statements.id
      cross join generate_series(greatest(statements.from_day, ${from}::date),
                                 least(statements.to_day, ${to}::date), interval '1 day')
        as covered (day)
      where ${statementsInScope(scope)} and statements.in_force
        and statements.to_day >= ${from}::date and statements.from_day <= ${to}::date
    ),
    sums as materialized (
      select statement_id, lagos_day(paid_at) as day, sum(amount_kobo)::bigint as kobo
      from statement_lines where statement_id in (select id from theirs) group by 1, 2
    ),
    said as materialized (
      select theirs.*, coalesce(sums.kobo, 0) as kobo
      from theirs left join sums on (sums.statement_id, sums.day) = (theirs.id, theirs.day)
    ),
    last as (
      select distinct on (gateway, whose, day) gateway, whose, day, kobo
      from said order by gateway, whose, day, sent_at desc, id desc
    ),
    counts as materialized (
      select gateway, whose, day, kobo, min(seen) as seen
      from last join said using (gateway, whose, day, kobo) group by 1, 2, 3, 4
    ),
    ours as materialized (
      select gateway, lagos_day(confirmed_at) as day, sum(amount_kobo)::bigint as kobo
      from payments
      where ${inScope('payments', scope)} and kind = 'gateway' and ${sql.join(confirmed, sql` and `)}
      group by 1, 2
    ),
    known as (select gateway, day from ours union select gateway, day from counts)
    select known.day::text as day, known.gateway, coalesce(ours.kobo, 0) as ours,
           ${of('gateway')} as "gatewaySays", ${of('bank')} as "bankSays",
           ${since('gateway')} as "gatewaySince", ${since('bank')} as "bankSince"
    from known left join ours using (gateway, day)
    order by known.day, known.gateway`.execute(db);
  const hasMoney = ({ ours, gatewaySays, bankSays }: Way) =>
    ours !== 0 || (gatewaySays ?? 0) !== 0 || (bankSays ?? 0) !== 0;
  const isSaid = rows.some((row) => row.gatewaySays !== null || row.bankSays !== null);
  return isSaid ? rows.filter(hasMoney).map(toWire) : [];
}

/** The bank is held against the gateway, and against Hanya where the gateway said nothing. */
function toWire(row: Way): ThreeWays {
  const { day, gateway, ours, gatewaySays, bankSays } = row;
  const first = gatewaySays === null ? null : gatewaySays - ours;
  const second = bankSays === null ? null : bankSays - (gatewaySays ?? ours);
  const seen = [first ? row.gatewaySince : null, second ? row.bankSince : null].flatMap((at) =>
    at === null ? [] : [at.toISOString()],
  );
  const naira = (kobo: number | null) => (kobo === null ? null : kobo / 100);
  return {
    day,
    gateway,
    ours: ours / 100,
    gatewaySays: naira(gatewaySays),
    gatewayDiffers: naira(first),
    bankSays: naira(bankSays),
    bankDiffers: naira(second),
    since: seen.toSorted()[0] ?? null,
  };
}
