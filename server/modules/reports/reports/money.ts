import { sql } from 'kysely';
import type { ReportTable } from '#contract/modules/reports/reports.ts';
import { withinDays } from '#server/lists/queries.ts';
import { givenBackBy } from '#server/modules/money/refunds/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import {
  type Body,
  figuresBy,
  listAt,
  naira,
  placeIn,
  rowOf,
  rowsAt,
  type Source,
  sumOf,
  tableOf,
  type Told,
} from './body.ts';
import { givenBackBeside, refundsAt } from './given-back.ts';
import { statementsOf } from './reconciled.ts';

interface Sum {
  readonly count: number;
  readonly kobo: number;
}
const nothing: Sum = { count: 0, kobo: 0 };

type InPeriod = Pick<Source, 'db' | 'scope' | 'days'>;

/** What came in for each revenue head, what was given back of it in the same days, and their sums. */
export async function moneyByHead({
  db,
  scope,
  days,
  officer,
}: Pick<Source, 'db' | 'scope' | 'days' | 'officer'>) {
  const heads = (await figuresBy(db, { kind: 'head', scope, days, officer }, sql`key`)).filter(
    ({ received }) => received.count > 0,
  );
  const back = new Map(
    (await givenBackBy(db, { scope, days, officer, of: 'tickets', by: 'head' })).map((row) => [
      row.key,
      row,
    ]),
  );
  const received = new Map(heads.map((row) => [row.key, row]));
  const asked = { ...placeIn(scope), ...days, bookedBy: officer, each: 'head' };
  const cellsOf = (came: Sum, given: Sum, head?: string): Told[] => {
    const list = rowsAt('received', { ...asked, head });
    const refunds = refundsAt(
      { scope, days, officer },
      { of: 'tickets', ...(head !== undefined && { head }) },
    );
    return [
      [came.count, list],
      [naira(came.kobo), list],
      [given.count, refunds],
      [naira(given.kobo), refunds],
      [naira(came.kobo - given.kobo), rowsAt('net', { ...asked, head })],
    ];
  };
  const all = (rows: readonly Sum[]): Sum => ({
    count: sumOf(rows, ({ count }) => count),
    kobo: sumOf(rows, ({ kobo }) => kobo),
  });
  const [gross, given] = [all(heads.map((row) => row.received)), all([...back.values()])];
  return {
    rows: [...new Set([...received.keys(), ...back.keys()])].toSorted().map((key) => {
      const { offence = '', name = '' } = received.get(key) ?? back.get(key) ?? {};
      const came = received.get(key)?.received ?? nothing;
      return { key, offence, name, cells: cellsOf(came, back.get(key) ?? nothing, key) };
    }),
    total: cellsOf(gross, given),
    gross: gross.kobo,
    given: given.kobo,
  };
}

/** F&A: the money that was confirmed in the period, by revenue head, by day and by gateway. */
export async function finance(source: Source): Promise<Body> {
  const { db, scope, days } = source;
  const { rows, total, gross, given } = await moneyByHead({ ...source, officer: undefined });
  const [byDay, byGateway] = [await dailyMoney(source), await gatewayMoney(source)];
  const beside = await givenBackBeside({ db, scope, days, officer: undefined }, byDay);
  return {
    tables: [
      tableOf(
        'By revenue head',
        {
          'Revenue head': 'text',
          Code: 'text',
          Offence: 'text',
          Lines: 'count',
          Gross: 'naira',
          Refunds: 'count',
          'Refunded (₦)': 'naira',
          Net: 'naira',
        },
        {
          rows: rows.map(({ key, offence, name, cells }) =>
            rowOf([[key], [offence], [name], ...cells]),
          ),
          total: rowOf([['Total'], [''], [''], ...total]),
          note: 'A booking can have several lines.',
        },
      ),
      ...beside.tables,
      byDay.table,
      byGateway.table,
      await besideTickets(source),
      ...(await statementsOf(source)),
    ],
    checks: [
      {
        says: 'Total by revenue head = total by day',
        unit: 'naira',
        left: naira(gross),
        right: naira(byDay.kobo),
      },
      {
        says: 'Total by day = total by gateway',
        unit: 'naira',
        left: naira(byDay.kobo),
        right: naira(byGateway.kobo),
      },
      {
        says: 'Net total by revenue head = total by day − refunds of bookings',
        unit: 'naira',
        left: naira(gross - given),
        right: naira(byDay.kobo - beside.kobo),
      },
      ...beside.checks,
    ],
    notes: [
      'Gross is what payers paid. The payment gateways do not report their charges, so none are deducted.',
    ],
  };
}

/** E: each payment of the period, and their sums by gateway and day. */
export async function payments(source: Source): Promise<Body> {
  const [byDay, byGateway] = [await dailyMoney(source), await gatewayMoney(source)];
  const rows = await paymentRows(source);
  const beside = await givenBackBeside({ ...source, officer: undefined }, byDay);
  return {
    tables: [
      byGateway.table,
      byDay.table,
      ...beside.tables,
      tableOf(
        'The payments',
        {
          Confirmed: 'moment',
          Gateway: 'text',
          Bill: 'text',
          Receipt: 'text',
          Booking: 'text',
          Zone: 'text',
          'Revenue heads': 'text',
          Statement: 'text',
          Amount: 'naira',
        },
        {
          rows: rows.map((row) =>
            rowOf([
              [row.at.toISOString()],
              [row.gateway],
              [row.bill ?? ''],
              [row.receipt],
              [row.reference, listAt('/bookings', { open: row.booking })],
              [row.zone],
              [row.heads],
              [row.statement ?? ''],
              [naira(row.kobo)],
            ]),
          ),
          of: byGateway.count,
        },
      ),
    ],
    checks: [
      {
        says: 'Number of payments by day = number of payments by gateway',
        unit: 'count',
        left: byDay.count,
        right: byGateway.count,
      },
      {
        says: 'Total by day = total by gateway',
        unit: 'naira',
        left: naira(byDay.kobo),
        right: naira(byGateway.kobo),
      },
      ...beside.checks,
    ],
    notes: ['“Statement” shows the days of the statement that includes the bill.'],
  };
}

async function dailyMoney({ db, scope, days }: InPeriod) {
  const found = (
    await figuresBy(db, { kind: 'place', by: 'day', scope, days }, sql`day::text`)
  ).filter(({ received }) => received.count > 0);
  const [count, kobo] = [
    sumOf(found, ({ received }) => received.count),
    sumOf(found, ({ received }) => received.kobo),
  ];
  const list = (from: string, to: string) =>
    listAt('/bookings', { ...placeIn(scope), from, to, by: 'paid', min: '1' });
  const table = tableOf(
    'By day',
    { Day: 'day', Payments: 'count', Amount: 'naira' },
    {
      rows: found.map(({ key, received }) =>
        rowOf([[key], [received.count, list(key, key)], [naira(received.kobo), list(key, key)]]),
      ),
      total: rowOf([
        ['Total'],
        [count, list(days.from, days.to)],
        [naira(kobo), list(days.from, days.to)],
      ]),
    },
  );
  return { table, count, kobo };
}

async function gatewayMoney({ db, scope, days }: InPeriod) {
  const inPeriod = sql`${inScope('payments', scope)} and kind = 'gateway'
    and ${sql.join(withinDays(sql.ref('confirmed_at'), days), sql` and `)}`;
  const receiptAt = (end: 'asc' | 'desc') => sql<string>`
    (select receipt from payments where ${inPeriod} and gateway = sums.gateway
     order by confirmed_at ${sql.raw(end)}, booking_id ${sql.raw(end)} limit 1)`;
  const { rows } = await sql<{
    gateway: string;
    number: number;
    kobo: number;
    first: string;
    last: string;
  }>`
    select sums.*, ${receiptAt('asc')} as first, ${receiptAt('desc')} as last
    from (
      select gateway, count(*) as number, sum(amount_kobo)::bigint as kobo
      from payments where ${inPeriod} group by gateway
    ) as sums order by gateway`.execute(db);
  const [count, kobo] = [sumOf(rows, ({ number }) => number), sumOf(rows, (row) => row.kobo)];
  const asked = { ...placeIn(scope), ...days };
  const lineOf = (row: (typeof rows)[number], list: string) =>
    rowOf([[row.gateway], [row.first], [row.last], [row.number, list], [naira(row.kobo), list]]);
  const table = tableOf(
    'By gateway',
    {
      Gateway: 'text',
      'First receipt': 'text',
      'Last receipt': 'text',
      Payments: 'count',
      Amount: 'naira',
    },
    {
      rows: rows.map((row) => lineOf(row, rowsAt('received', { ...asked, gateway: row.gateway }))),
      total: lineOf(
        { gateway: 'Total', first: '', last: '', number: count, kobo },
        listAt('/bookings', { ...asked, by: 'paid', min: '1' }),
      ),
    },
  );
  return { table, count, kobo };
}

/** Exceptions with money that were found in the period, as they stand. */
export const moneyBeside = ({ scope, days }: Pick<Source, 'scope' | 'days'>) => sql`
  select id, booking_id, organisation, zone, bill_ref, kind,
         case when closed_at is null then 'open' else coalesce((
           select body ->> 'decision' from proposals where proposals.id = settlement), 'noted') end
           as state,
         lagos_day(found_at) as day, amount_kobo as kobo
  from payment_exceptions
  where ${inScope('payment_exceptions', scope)} and amount_kobo is not null
    and ${sql.join(withinDays(sql.ref('found_at'), days), sql` and `)}`;

/** Money that a gateway named and that pays no ticket: exceptions that were found in the period. */
async function besideTickets({ db, scope, days }: InPeriod): Promise<ReportTable> {
  const { rows } = await sql<{ kind: string; state: string; number: number; kobo: number }>`
    select kind, state, count(*) as number, sum(kobo)::bigint as kobo
    from (${moneyBeside({ scope, days })}) as beside group by 1, 2 order by 1, 2`.execute(db);
  return tableOf(
    'Other money, not in the totals above',
    { Finding: 'text', Status: 'text', Number: 'count', Amount: 'naira' },
    {
      rows: rows.map(({ kind, state, number, kobo }) => {
        const list = rowsAt('exceptions', { ...placeIn(scope), ...days, kind, state });
        return rowOf([[kind], [state], [number, list], [naira(kobo), list]]);
      }),
    },
  );
}

interface PaymentRow {
  readonly at: Date;
  readonly gateway: string;
  readonly bill: string | null;
  readonly receipt: string;
  readonly booking: string;
  readonly reference: string;
  readonly zone: string;
  readonly heads: string;
  readonly statement: string | null;
  readonly kobo: number;
}

async function paymentRows({ db, scope, days, rows: limit }: Source): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select paid.confirmed_at as at, paid.gateway, paid.bill_ref as bill, paid.receipt,
           bookings.id as booking, bookings.reference, bookings.zone, paid.amount_kobo as kobo,
           (select string_agg(distinct code, ', ') from booking_offences
            where booking_offences.booking_id = bookings.id) as heads,
           (select statements.from_day || ' to ' || statements.to_day
            from statement_lines as line join statements on statements.id = line.statement_id
            where line.bill_ref = paid.bill_ref and statements.in_force
              and statements.whose = 'gateway'
              and statements.gateway = paid.gateway
              and statements.organisation = paid.organisation
            order by statements.sent_at desc limit 1) as statement
    from (
      select id, booking_id, confirmed_at, gateway, bill_ref, receipt, amount_kobo, organisation
      from payments
      where ${inScope('payments', scope)} and kind = 'gateway'
        and ${sql.join(withinDays(sql.ref('confirmed_at'), days), sql` and `)}
      order by confirmed_at, id limit ${limit}
    ) as paid join bookings on bookings.id = paid.booking_id
    order by paid.confirmed_at, paid.id`.execute(db);
  return rows;
}
