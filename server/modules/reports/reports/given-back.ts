import type { ReportCheck, ReportTable } from '#contract/modules/reports/reports.ts';
import { type GivenBack, givenBackBy, givenBackOf } from '#server/modules/money/refunds/queries.ts';
import {
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

type InPeriod = Pick<Source, 'db' | 'scope' | 'days' | 'officer'>;

const ofTickets = 'tickets';
const ofExceptions = 'exceptions';

/** The list of the refunds that a figure counts. */
export const refundsAt = (
  { scope, days, officer }: Omit<InPeriod, 'db'>,
  filters: Readonly<Record<string, string>>,
): string =>
  listAt('/refunds', {
    ...placeIn(scope),
    ...days,
    bookedBy: officer,
    state: 'counted',
    ...filters,
  });

const both = ({ count, kobo }: GivenBack, list: string): Told[] => [
  [count, list],
  [naira(kobo), list],
];

/** What was given back, on the days on which it was paid out, and what that leaves of the receipts. */
export async function givenBackBeside(
  period: InPeriod,
  received: GivenBack,
): Promise<{ tables: ReportTable[]; checks: ReportCheck[]; kobo: number }> {
  const { db, scope, days, officer } = period;
  const asked = { scope, days, officer };
  const tickets = await givenBackOf(db, { ...asked, of: ofTickets });
  const exceptions = await givenBackOf(db, { ...asked, of: ofExceptions });
  const ofDays = await givenBackBy(db, { ...asked, of: ofTickets, by: 'day' });
  const otherDays = await givenBackBy(db, { ...asked, of: ofExceptions, by: 'day' });
  const each = [...new Set([...ofDays, ...otherDays].map(({ key }) => key))].toSorted();
  const on = (rows: readonly (GivenBack & { key: string })[], day: string): GivenBack =>
    rows.find(({ key }) => key === day) ?? { count: 0, kobo: 0 };
  const dayRow = (label: string, range: typeof days, left: GivenBack, right: GivenBack) =>
    rowOf([
      [label],
      ...both(left, refundsAt({ ...period, days: range }, { of: ofTickets })),
      ...both(right, refundsAt({ ...period, days: range }, { of: ofExceptions })),
    ]);
  const net = received.kobo - tickets.kobo;
  return {
    kobo: tickets.kobo,
    tables: [
      tableOf(
        'Net after refunds',
        { Line: 'text', Number: 'count', Amount: 'naira' },
        {
          rows: [
            rowOf([
              ['Received'],
              ...both(
                received,
                listAt('/bookings', {
                  ...placeIn(scope),
                  ...days,
                  bookedBy: officer,
                  by: 'paid',
                  min: '1',
                }),
              ),
            ]),
            rowOf([
              ['− refunds of bookings'],
              ...both(tickets, refundsAt(period, { of: ofTickets })),
            ]),
          ],
          total: rowOf([
            ['Net'],
            [null],
            [naira(net), rowsAt('net', { ...placeIn(scope), ...days, bookedBy: officer })],
          ]),
          note: 'A refund counts on the day on which it was paid out. A reversal counts as a negative refund.',
        },
      ),
      tableOf(
        'Refunds by day',
        {
          Day: 'day',
          'Refunds of bookings': 'count',
          'Refunds of bookings (₦)': 'naira',
          'Other refunds': 'count',
          'Other refunds (₦)': 'naira',
        },
        {
          rows: each.map((day) =>
            dayRow(day, { from: day, to: day }, on(ofDays, day), on(otherDays, day)),
          ),
          total: dayRow('Total', days, tickets, exceptions),
          note: '“Other refunds” are refunds of money that was not for a booking, such as a second payment.',
        },
      ),
    ],
    checks: [
      {
        says: 'Refunds by day = all refunds',
        unit: 'count',
        left: sumOf([...ofDays, ...otherDays], ({ count }) => count),
        right: tickets.count + exceptions.count,
      },
      {
        says: 'Received − refunds by day = net',
        unit: 'naira',
        left: naira(received.kobo - sumOf(ofDays, ({ kobo }) => kobo)),
        right: naira(net),
      },
    ],
  };
}
