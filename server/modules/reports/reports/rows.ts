import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import {
  type exportReportRows,
  isOfPayments,
  isOfPeople,
  type listReportRows,
  type ReportFigureRow,
  type ReportRowFilters,
} from '#contract/modules/reports/report-rows.ts';
import { arrivedLate } from '#server/db/made-at.ts';
import { countsItself, injuredIn, killedIn } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import { owedSpanOf } from '#server/db/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { listOffences, offenceById } from '#server/features/offences/queries.ts';
import { type measures, recordsIn } from '#server/figures/figures.ts';
import type { Actor, Caller, Scope } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { exportRows } from '#server/lists/commands.ts';
import { allOf, only, withinDays } from '#server/lists/queries.ts';
import { columnsOf } from '#server/lists/table.ts';
import {
  comparedRows,
  oneOrganisation,
  saidRows,
} from '#server/modules/money/reconciliation/queries.ts';
import { givenBackIn } from '#server/modules/money/refunds/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { listAt, madeBy } from './body.ts';
import { moneyBeside } from './money.ts';
import {
  filed,
  givenBackOf,
  paymentColumns,
  type PaymentFound,
  paymentInWords,
  paymentShown,
  withPayers,
} from './payments.ts';
import { standingAt } from './unpaid.ts';

type AskedRows = Omit<QueryOf<typeof listReportRows>, 'page' | 'limit'>;
type Page = Readonly<Record<'page' | 'limit', number>>;

interface RowFound {
  readonly type: keyof typeof screens;
  readonly id: string;
  readonly booking: string | null;
  readonly organisation: string;
  readonly zone: string;
  readonly day: string;
  readonly detail: string;
  readonly record: string;
  readonly plate: string;
  readonly count: number;
  readonly kobo: number;
  readonly payment: PaymentFound | null;
}

/**
 * The rows behind a figure of a report, and their sums, as at one moment. They are counted by the
 * facts of which the figure is made.
 */
export async function reportRowsOf(
  { reports }: Pick<Deps, 'reports'>,
  caller: Caller,
  { page, limit, ...asked }: AskedRows & Page,
): Promise<Outcome<ResponseOf<typeof listReportRows>>> {
  const counted = countedIn(caller, asked);
  if (counted instanceof Refusal) return counted;
  return reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const sums = await sql<{
        total: number;
        counted: number;
        kobo: number;
        back: number | null;
      }>`
        select count(*) as total, coalesce(sum(count), 0)::bigint as counted,
               coalesce(sum(kobo), 0)::bigint as kobo,
               ${isOfPayments(asked) ? givenBackOf : sql`null`} as back
        from (${counted}) as counted`.execute(db);
      const { total, kobo, back, ...all } = only(sums.rows);
      const rows = await pageOf(db, counted, asked, { page, limit });
      return {
        ...listAnswer(rows, total, { page, limit }),
        ...all,
        amount: kobo / 100,
        givenBack: back === null ? null : back / 100,
      };
    });
}

const { text, amount } = columnsOf<ReportFigureRow>();
const fileColumns = [
  text('Day', 12, ({ day }) => day),
  text('Record', 24, ({ record }) => record),
  text('Vehicle Registration', 18, ({ plate }) => plate),
  text('Detail', 40, ({ detail }) => detail),
  text('Organisation', 14, ({ organisation }) => organisation),
  text('Zone', 16, ({ zone }) => zone),
  amount('Number', 10, ({ count }) => count),
  amount('Amount (naira)', 16, (row) => row.amount ?? ''),
];

/** All rows behind a figure as a file; payments with their payers. */
export async function exportReportRowsOf(
  { db, reports }: Pick<Deps, 'db' | 'reports'>,
  actor: Actor,
  caller: Caller,
  { format, ...asked }: QueryOf<typeof exportReportRows>,
) {
  const counted = countedIn(caller, asked);
  if (counted instanceof Refusal) return counted;
  const rows = await pageOf(reports, counted, asked, { page: 1, limit: exportLimits[format] + 1 });
  const taken = { event: 'report-rows.exported', format, filters: asked } as const;
  return isOfPayments(asked)
    ? exportRows(db, actor, caller, {
        ...taken,
        name: 'payments-by-offence',
        columns: paymentColumns,
        rows: filed(rows),
      })
    : exportRows(db, actor, caller, {
        ...taken,
        name: 'records-behind-a-figure',
        columns: fileColumns,
        rows,
      });
}

function countedIn(caller: Caller, asked: AskedRows) {
  const scope = chosenPlace(caller.scope, asked);
  return scope instanceof Refusal ? scope : countedBy(scope, asked);
}

async function pageOf(
  db: Kysely<DB>,
  counted: RawBuilder<unknown>,
  asked: AskedRows,
  { page, limit }: Page,
): Promise<ReportFigureRow[]> {
  const hasPayments = isOfPayments(asked);
  const inOrder = sql.raw(
    `${asked.sort === 'payer' ? 'shown.payer, ' : ''}shown.day desc, shown.id desc, shown.detail, shown.kobo`,
  );
  const { rows } = await sql<RowFound>`
    select shown.type, shown.id, shown.booking, shown.organisation, shown.zone, shown.count, shown.kobo,
           shown.day::text as day,
           coalesce(bookings.reference, collisions.location, shown.bill, '') as record,
           coalesce(nullif(bookings.registration, ''), bookings.license, '') as plate,
           coalesce(nullif(shown.detail, ''), case when shown.type = 'payment' then (
             select receipt from payments where payments.booking_id = shown.booking) end, '') as detail,
           ${hasPayments ? paymentShown : sql`null`} as payment
    from (
      select * from (${hasPayments ? withPayers(counted) : counted}) as shown
      order by ${inOrder} limit ${limit} offset ${(page - 1) * limit}
    ) as shown
      left join bookings on bookings.id = shown.booking
      left join collisions on shown.type = 'collision' and collisions.id = shown.id
    order by ${inOrder}`.execute(db);
  const hasMoney = !isOfPeople(asked.figure);
  return rows.map((row, index) => ({
    ...inWords(row),
    id: `${row.id}-${(page - 1) * limit + index + 1}`,
    amount: hasMoney ? row.kobo / 100 : null,
  }));
}

const screens = {
  booking: '/bookings',
  payment: '/bookings',
  collision: '/collisions',
  refund: '/refunds',
  exception: '/exceptions',
  line: null,
} as const;

function inWords({ type, id, booking, kobo: _kobo, payment, ...row }: RowFound) {
  const { organisation, zone, day, record, plate, detail, count } = row;
  const isTicket = booking !== null && type !== 'refund' && type !== 'exception';
  const path = isTicket ? screens.booking : screens[type];
  const list = type === 'refund' ? { state: 'counted' } : {};
  return {
    day,
    record,
    plate,
    detail: offenceById(detail) ? `${detail} ${offenceById(detail)?.name ?? ''}` : detail,
    organisation: organisation as ResponseOf<typeof listReportRows>['data'][number]['organisation'],
    zone,
    count,
    opens: path === null ? null : listAt(path, { ...list, open: isTicket ? booking : id }),
    payment: payment && paymentInWords(payment),
  };
}

type Measure = (typeof measures)[number];

/**
 * A select of what a figure counts, each with type, id, booking, organisation, zone, day, detail,
 * bill, count and kobo.
 */
function countedBy(scope: Scope, asked: ReportRowFilters): Outcome<RawBuilder<unknown>> {
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
               coalesce('Due ' || due::text, 'No day to pay by') as detail, null as bill, 1 as count,
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
