import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { exportLimits } from '#contract/list-filters.ts';
import {
  type exportReportRows,
  isOfPayments,
  isOfPeople,
  type listReportRows,
  type ReportFigureRow,
} from '#contract/modules/reports/report-rows.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { listAnswer } from '#server/http/list-answer.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { exportRows } from '#server/lists/commands.ts';
import { only } from '#server/lists/queries.ts';
import { columnsOf } from '#server/lists/table.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { listAt } from './body.ts';
import { countedBy } from './counted-rows.ts';
import {
  filed,
  givenBackOf,
  paymentColumns,
  type PaymentFound,
  paymentInWords,
  paymentShown,
  withPayers,
} from './payments.ts';

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
