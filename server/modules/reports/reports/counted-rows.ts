import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type ReportRowFilters } from '#contract/modules/reports/report-rows.ts';
import { arrivedLate } from '#server/db/made-at.ts';
import { countsItself, injuredIn, killedIn } from '#server/db/people.ts';
import { owedSpanOf } from '#server/db/unpaid.ts';
import { listOffences } from '#server/features/offences/queries.ts';
import { type measures, recordsIn } from '#server/figures/figures.ts';
import type { Scope } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { allOf, withinDays } from '#server/lists/queries.ts';
import {
  comparedRows,
  oneOrganisation,
  saidRows,
} from '#server/modules/money/reconciliation/queries.ts';
import { givenBackIn } from '#server/modules/money/refunds/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { madeBy } from './body.ts';
import { moneyBeside } from './money.ts';
import { standingAt } from './unpaid.ts';

type Measure = (typeof measures)[number];

/**
 * A select of what a figure counts, each with type, id, booking, organisation, zone, day, detail,
 * bill, count and kobo.
 */
export function countedBy(scope: Scope, asked: ReportRowFilters): Outcome<RawBuilder<unknown>> {
  const { figure, from = '', to = '', bookedBy: officer } = asked;
  const days = { from, to };
  if (
    figure === 'compared' ||
    figure === 'statements' ||
    figure === 'differences' ||
    figure === 'said'
  ) {
    const one = oneOrganisation(scope, asked.organisation);
    if (one instanceof Refusal) return one;
    return sql`
      select 'line' as type, coalesce(compared.booking_id, compared.bill_ref, '') as id,
             compared.booking_id as booking, ${one.organisation}::text as organisation,
             coalesce(bookings.zone, '') as zone, compared.day, compared.receipt as detail,
             compared.bill_ref as bill, 1 as count, compared.kobo
      from (${
        figure === 'said'
          ? saidRows(one, days, { whose: asked.whose ?? 'gateway', gateway: asked.gateway })
          : comparedRows(one, days, figure, asked.difference)
      }) as compared
        left join bookings on bookings.id = compared.booking_id`;
  }
  switch (figure) {
    case 'withdrawals':
      return actsIn(scope, asked, 'withdrawn');
    case 'decisions':
      return actsIn(scope, asked, 'decided');
    case 'clearances':
      return actsIn(scope, asked, 'cleared');
    case 'net':
      return sql`
        ${ticketsIn(scope, asked, 'received')}
        union all
        select 'refund', id, booking_id, organisation, zone, day, coalesce(head || ' ' || name, ''), null,
               1, -kobo, null
        from (${givenBackIn({ scope, days, officer })}) as given
        where "ofTicket" and ${asked.head === undefined ? sql`true` : sql`head = ${asked.head}`}`;
    case 'nothing to pay':
      return sql`
        select 'booking' as type, booking_id as id, booking_id as booking, payments.organisation,
               payments.zone, lagos_day(confirmed_at) as day, '' as detail, null as bill, 1 as count,
               amount_kobo as kobo
        from payments join bookings on bookings.id = booking_id
        where ${inScope('payments', scope)} and kind <> 'gateway' and ${madeBy(officer)}
          and ${within('confirmed_at', days)} and ${madeBefore('bookings.created_at', asked)}`;
    case 'unpaid':
      return sql`
        select 'booking' as type, id, id as booking, organisation, zone, lagos_day(created_at) as day,
               coalesce('Due ' || due::text, 'No due date') as detail, null as bill, 1 as count,
               price_kobo as kobo
        from (${standingAt(scope, to)}) as bookings
        where ${madeBy(officer)} and ${
          asked.owed === undefined
            ? sql`true`
            : sql`${owedSpanOf(sql`due`, sql`${to}::date`)} = ${asked.owed}`
        }`;
    case 'late':
      return sql`
        select 'booking' as type, id, id as booking, organisation, zone, lagos_day(created_at) as day,
               'Made ' || lagos_day(made_at) as detail, null as bill, 1 as count, price_kobo as kobo
        from bookings
        where ${inScope('bookings', scope)} and ${arrivedLate('bookings')} and ${madeBy(officer)}
          and ${within('created_at', days)} and ${madeBefore('made_at', asked)}`;
    case 'exceptions':
      return sql`
        select 'exception' as type, id, booking_id as booking, organisation, zone, day,
               kind || ', ' || state as detail, bill_ref as bill, 1 as count, kobo
        from (${moneyBeside({ scope, days })}) as beside
        where ${is('kind', asked.kind)} and ${is('state', asked.state)}`;
    case 'killed':
      return collisionsIn(scope, asked, killedIn);
    case 'injured':
      return collisionsIn(scope, asked, injuredIn);
    case 'collisions':
      return collisionsIn(scope, asked);
    case 'issued':
    case 'billed':
    case 'outstanding':
    case 'paid':
    case 'cleared':
    case 'withdrawn':
    case 'decided':
    case 'received':
      return ticketsIn(scope, asked, figure);
  }
}

const within = (column: string, days: { readonly from: string; readonly to: string }) =>
  allOf(withinDays(sql.ref(column), days));

const is = (column: string, value: string | undefined): RawBuilder<SqlBool> =>
  value === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`;

const madeBefore = (column: string, { before }: ReportRowFilters): RawBuilder<SqlBool> =>
  before === undefined ? sql`true` : sql`lagos_day(${sql.ref(column)}) < ${before}::date`;

const issuedBefore = (asked: ReportRowFilters): RawBuilder<SqlBool> =>
  asked.before === undefined
    ? sql`true`
    : sql`exists (select from bookings
        where bookings.id = record_id and ${madeBefore('bookings.created_at', asked)})`;

const outside = ({ exceptZones }: ReportRowFilters): RawBuilder<SqlBool> =>
  exceptZones === undefined
    ? sql`true`
    : sql`organisation || '|' || zone <> all(${exceptZones}::text[])`;

/** Acts on tickets, each on its own day. */
const actsIn = (scope: Scope, asked: ReportRowFilters, measure: Measure): RawBuilder<unknown> => {
  const { from, to, bookedBy: officer } = asked;
  return sql`
    select 'booking' as type, record_id as id, record_id as booking, organisation, zone, day,
           '' as detail, null as bill, count, kobo
    from (${recordsIn({ kind: 'act', scope, days: { from, to }, officer }, measure)}) as facts
    where ${issuedBefore(asked)}`;
};

/** Whole tickets, or what each revenue head or each offence has of them. */
function ticketsIn(
  scope: Scope,
  asked: ReportRowFilters,
  measure: Measure | 'outstanding',
): RawBuilder<unknown> {
  const { from, to, bookedBy: officer, each, head, offence, group } = asked;
  const { exceptOffences, gateway, min, max } = asked;
  const key = head ?? offence;
  const ofGroup = group && listOffences().flatMap((one) => (one.group === group ? [one.id] : []));
  const facts = recordsIn(
    { kind: each ?? 'place', scope, days: { from, to }, officer, key },
    measure,
  );
  return sql`
    select ${measure === 'received' ? 'payment' : 'booking'}::text as type, record_id as id,
           record_id as booking, organisation, zone, day,
           ${each === 'head' ? sql`key || ' ' || name` : sql`key`} as detail, null as bill, count, kobo,
           lines
    from (${facts}) as facts
    where ${issuedBefore(asked)} and ${outside(asked)}
      and ${min === undefined ? sql`true` : sql`kobo >= ${min * 100}`}
      and ${max === undefined ? sql`true` : sql`kobo <= ${max * 100}`}
      and ${ofGroup === undefined ? sql`true` : sql`key = any(${ofGroup}::text[])`}
      and ${exceptOffences === undefined ? sql`true` : sql`key <> all(${exceptOffences}::text[])`}
      and ${
        gateway === undefined
          ? sql`true`
          : sql`exists (select from payments
              where payments.booking_id = record_id and payments.gateway = ${gateway})`
      }`;
}

/** Those without anybody killed or injured aren't behind a figure of people. */
function collisionsIn(
  scope: Scope,
  asked: ReportRowFilters,
  people?: RawBuilder<number>,
): RawBuilder<unknown> {
  const { from = '', to = '', bookedBy } = asked;
  return sql`
    select 'collision' as type, id, null::text as booking, organisation, zone,
           lagos_day(created_at) as day, '' as detail, null as bill,
           ${people ?? sql`1`}::integer as count, 0::bigint as kobo
    from collisions
    where ${inScope('collisions', scope)} and ${countsItself} and ${madeBy(bookedBy)}
      and ${within('created_at', { from, to })} and ${outside(asked)}
      and ${people ? sql`${people} > 0` : sql`true`}`;
}
