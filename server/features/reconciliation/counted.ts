import { type RawBuilder, sql } from 'kysely';
import type { ReconciledBy } from '#contract/reconciliation.ts';
import type { Scope } from '#server/http/caller.ts';
import { between, spansOf } from '#server/lists/counters.ts';
import { withinDays } from '#server/lists/queries.ts';
import { dayBefore, endsOf, wholeMonths } from '#server/lists/rules.ts';
import { inScope, organisationsOf } from '#server/scope/conditions.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * Selects what is summed up in the scope and the days, each with the key of its row: the counters,
 * what isn't folded into them yet, and what no counter knows.
 */
export function itemsOf(by: ReconciledBy, scope: Scope, days: Days): RawBuilder<unknown>[] {
  if (kinds[by] === 'place' || scope.zone === null) return counted(by, scope, days);
  // Officers and heads of a zone are counted by month alone: it has few bookings at either end.
  const months = wholeMonths(days);
  return [
    ...counted(by, scope, { from: months.from, to: dayBefore(months.until) }),
    ...endsOf(days).map((end) => oneByOne(by, scope, end)),
  ];
}

const counted = (by: ReconciledBy, scope: Scope, days: Days) => [
  folded(by, scope, days),
  waiting(by, scope, days),
];

const kinds = { day: 'place', zone: 'place', officer: 'officer', head: 'head' } as const;

const folded = (by: ReconciledBy, scope: Scope, days: Days) => sql`
  select ${foldedKeys[by]} as key, organisation, zone, name, offence_id as offence,
         issued, issued_kobo, billed, billed_kobo, paid, paid_kobo, cleared, cleared_kobo,
         withdrawn, withdrawn_kobo, received, received_kobo
  from reconciliation_counters
  where kind = ${kinds[by]} and ${ofOrganisations(scope)}
    and ${inScope('reconciliation_counters', scope)}
    and ${
      kinds[by] === 'place' ? sql`span = 'day' and ${between(sql`starts`, days)}` : spansOf(days)
    }`;

const foldedKeys = {
  day: sql`starts::text`,
  zone: sql`organisation || ' ' || zone`,
  officer: sql`key`,
  head: sql`key`,
} as const;

const waiting = (by: ReconciledBy, scope: Scope, days: Days) => sql`
  select ${keyOf(by, sql`day`)}, made.organisation, made.zone, ${named(by)}, ${counts(by)}
  from (
    select * from reconciliation_changes
    where (xid, seq) > ((select xid from reconciliation_watermark),
                        (select seq from reconciliation_watermark))
      and ${inScope('reconciliation_changes', scope)} and ${between(sql`day`, days)}
  ) as made ${lines(by)}`;

/** The bookings and the payments of these days, of a zone. */
function oneByOne(by: ReconciledBy, scope: Scope, days: Days): RawBuilder<unknown> {
  const within = (column: string) => sql.join(withinDays(sql.ref(column), days), sql` and `);
  return sql`
    select ${keyOf(by, sql`null`)}, made.organisation, made.zone, ${named(by)}, ${counts(by)}
    from (
      select id as booking_id, organisation, zone, created_by as officer_id, price_kobo as kobo,
             1 as issued, (bill_ref is not null)::integer as billed, paid::integer as paid,
             completed::integer as cleared, (withdrawn_at is not null)::integer as withdrawn,
             0 as received
      from bookings
      where ${inScope('bookings', scope)} and ${within('bookings.created_at')}
      union all
      select bookings.id, bookings.organisation, bookings.zone, bookings.created_by,
             bookings.price_kobo, 0, 0, 0, 0, 0, 1
      from payments join bookings on bookings.id = payments.booking_id
      where payments.kind = 'gateway' and ${inScope('payments', scope)}
        and ${within('payments.confirmed_at')}
    ) as made ${lines(by)}`;
}

/** The open exceptions of bookings, which belong to the booking and so to each of its heads. */
export const oddOf = (by: ReconciledBy): RawBuilder<unknown> => sql`
  select ${
    by === 'head' ? sql`line.code` : keyOf(by, sql`lagos_day(made.created_at)`)
  }, made.organisation, made.zone, null, null, ${sql.join(Array(12).fill(sql`0`))}, exceptions
  from (select *, created_by as officer_id from odd) as made ${
    by === 'head'
      ? sql`cross join lateral (
          select distinct code from booking_offences where booking_id = made.id) as line`
      : sql``
  }`;

const keyOf = (by: ReconciledBy, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  ({
    day: sql`${day}::text`,
    zone: sql`made.organisation || ' ' || made.zone`,
    officer: sql`made.officer_id`,
    head: sql`line.code`,
  })[by];

const lines = (by: ReconciledBy) =>
  by === 'head' ? sql`join booking_offences as line on line.booking_id = made.booking_id` : sql``;

const named = (by: ReconciledBy) => (by === 'head' ? sql`line.name, line.offence_id` : sql`'', ''`);

/** By head, each line of a booking counts with its amount; otherwise each booking with its price. */
function counts(by: ReconciledBy) {
  const kobo = by === 'head' ? sql`line.amount_kobo` : sql`made.kobo`;
  return sql`issued, issued * ${kobo}, billed, billed * ${kobo}, paid, paid * ${kobo},
    cleared, cleared * ${kobo}, withdrawn, withdrawn * ${kobo}, received, received * ${kobo}`;
}

/** An index of places begins with the organisations, also where all of them are seen. */
const ofOrganisations = (scope: Scope) =>
  sql`organisation in (${sql.join([...organisationsOf(scope)])})`;
