import { sql } from 'kysely';
import type { ReportFigure } from '#contract/modules/reports/report-rows.ts';
import { offenceGroups } from '#contract/offences.ts';
import { periodBefore } from '#contract/periods.ts';
import { listOffences } from '#server/features/offences/queries.ts';
import { withinDays } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import {
  type Body,
  figuresBy,
  figuresIn,
  madeBy,
  naira,
  noFigures,
  percent,
  placeIn,
  rowOf,
  rowsAt,
  type Source,
  sumOf,
  tableOf,
} from './body.ts';
import { moneyByHead } from './money.ts';

/** The latest paid tickets of the period, of which the median days to pay are told. */
const mostPaid = 20_000;

/**
 * B&P: what was booked for each offence, and what of it is paid by now, beside the period before; and
 * what came in for it in the period.
 */
export async function offences({ db, scope, days, officer }: Source): Promise<Body> {
  const earlier = periodBefore(days);
  const asked = { kind: 'offence', scope, officer } as const;
  const now = await figuresBy(db, { ...asked, days }, sql`key`);
  const then = new Map(
    (await figuresBy(db, { ...asked, days: earlier }, sql`key`)).map((row) => [row.key, row]),
  );
  const medians = new Map(
    (await daysToPay({ db, scope, days, officer })).map((row) => [row.key, row.days]),
  );
  const found = new Map(now.map((row) => [row.key, row]));
  const tickets = await figuresIn(db, { kind: 'place', scope, days, officer });
  const booked = sumOf(now, ({ issued }) => issued.count);
  const filters = { ...placeIn(scope), ...days, bookedBy: officer, each: 'offence' };
  const lines = listOffences().filter(({ id }) => found.has(id) || then.has(id));
  const rows = lines.map(({ id, group, name }) => {
    const { issued, withdrawn, paid } = found.get(id) ?? noFigures;
    const list = (figure: ReportFigure, more = {}) =>
      rowsAt(figure, { ...filters, offence: id, ...more });
    return rowOf([
      [id],
      [name],
      [offenceGroups[group]],
      [issued.count, list('issued')],
      [percent(issued.count, booked)],
      [withdrawn.count, list('withdrawn')],
      [naira(issued.kobo), list('issued')],
      [paid.count, list('paid')],
      [naira(paid.kobo), list('paid')],
      [percent(paid.count, issued.count)],
      [medians.get(id) ?? null],
      [then.get(id)?.issued.count ?? 0, list('issued', earlier)],
    ]);
  });
  const sum = (of: 'issued' | 'paid' | 'withdrawn', unit: 'count' | 'kobo') =>
    sumOf(now, (row) => row[of][unit]);
  const total = rowOf([
    ['Total'],
    [''],
    [''],
    [booked, rowsAt('issued', filters)],
    [percent(booked, booked)],
    [sum('withdrawn', 'count'), rowsAt('withdrawn', filters)],
    [naira(sum('issued', 'kobo')), rowsAt('issued', filters)],
    [sum('paid', 'count'), rowsAt('paid', filters)],
    [naira(sum('paid', 'kobo')), rowsAt('paid', filters)],
    [percent(sum('paid', 'count'), booked)],
    [null],
    [
      sumOf([...then.values()], ({ issued }) => issued.count),
      rowsAt('issued', { ...filters, ...earlier }),
    ],
  ]);
  const money = await moneyByHead({ db, scope, days, officer });
  const says = 'Total by offence = total by booking';
  return {
    tables: [
      tableOf('By offence', columns, {
        rows,
        total,
        note: `Bookings in this period: ${tickets.issued.count}. Offences in these bookings: ${booked}. One booking can have several offences. “Before” is ${earlier.from} to ${earlier.to}.`,
      }),
      tableOf('Received, by offence', moneyColumns, {
        rows: money.rows
          .toSorted((one, other) => one.offence.localeCompare(other.offence, 'en'))
          .map(({ offence, name, cells }) => rowOf([[offence], [name], ...cells])),
        total: rowOf([['Total'], [''], ...money.total]),
        note: 'Payments count on the day on which they came in. Refunds count on the day on which they were paid out. Select a figure to see its payments and propose a refund.',
      }),
    ],
    checks: [
      {
        says,
        unit: 'naira',
        left: naira(sum('issued', 'kobo')),
        right: naira(tickets.issued.kobo),
      },
      {
        says: `${says}, for paid bookings`,
        unit: 'naira',
        left: naira(sum('paid', 'kobo')),
        right: naira(tickets.paid.kobo),
      },
      {
        says: 'Total received by offence = total payments on these days',
        unit: 'naira',
        left: naira(money.gross),
        right: naira(tickets.received.kobo),
      },
    ],
    notes: [
      `“Days to pay” is the median for the latest paid bookings in the period. Hanya uses at most ${mostPaid.toLocaleString('en-NG')} of them.`,
    ],
  };
}

const moneyColumns = {
  Code: 'text',
  Offence: 'text',
  Payments: 'count',
  'Received (₦)': 'naira',
  Refunds: 'count',
  'Refunded (₦)': 'naira',
  'Net (₦)': 'naira',
} as const;

const columns = {
  Code: 'text',
  Offence: 'text',
  Group: 'text',
  Booked: 'count',
  'Share (%)': 'percent',
  Withdrawn: 'count',
  Amount: 'naira',
  Paid: 'count',
  'Paid (₦)': 'naira',
  'Paid (%)': 'percent',
  'Days to pay': 'count',
  Before: 'count',
} as const;

async function daysToPay({
  db,
  scope,
  days,
  officer,
}: Pick<Source, 'db' | 'scope' | 'days' | 'officer'>) {
  const { rows } = await sql<{ key: string; days: number }>`
    select line.offence_id as key,
           percentile_disc(0.5) within group (order by lagos_day(confirmed_at) - lagos_day(made))
             as days
    from (
      select id, created_at as made from bookings
      where ${inScope('bookings', scope)} and paid and ${madeBy(officer)}
        and ${sql.join(withinDays(sql.ref('created_at'), days), sql` and `)}
      order by created_at desc limit ${mostPaid}
    ) as ticket
    join payments on payments.booking_id = ticket.id
    cross join lateral (
      select distinct offence_id from booking_offences where booking_id = ticket.id
    ) as line
    group by 1`.execute(db);
  return rows;
}
