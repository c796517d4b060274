import type { DayRange } from '#contract/day-range.ts';
import type { Differences, ThreeWays } from '#contract/modules/money/differences.ts';
import type { ReportTable } from '#contract/modules/reports/reports.ts';
import {
  comparedIn,
  listStatements,
  stretchesOf,
} from '#server/modules/money/reconciliation/queries.ts';
import {
  type Body,
  figuresIn,
  listAt,
  naira,
  placeIn,
  rowOf,
  rowsAt,
  type Source,
  sumOf,
  tableOf,
} from './body.ts';
import { givenBackBeside } from './given-back.ts';

/** ER: our payments beside the statements in force, and every difference by its name. */
export async function reconciled(source: Source): Promise<Body> {
  const { organisation } = source.scope;
  if (organisation === null)
    throw new Error(
      'Hanya compares the payments of one organisation at a time. Select an organisation.',
    );
  const found = await comparedIn(
    source,
    { ...source.scope, organisation },
    { ...source.days, page: 1, limit: source.rows },
  );
  const received = await figuresIn(source.db, {
    kind: 'place',
    scope: source.scope,
    days: source.days,
  });
  const beside = await givenBackBeside({ ...source, officer: undefined }, received.received);
  return {
    tables: [
      ...equationOf(found, source.scope),
      ...waysOf(found, source.scope),
      ...beside.tables,
      tableOf(
        'The differences',
        {
          Day: 'day',
          Difference: 'text',
          Gateway: 'text',
          Bill: 'text',
          Plate: 'text',
          Ours: 'naira',
          Theirs: 'naira',
          'Ours, receipt': 'text',
          'Theirs, receipt': 'text',
          Adds: 'naira',
          Exception: 'text',
        },
        {
          rows: found.differences.map(({ kind, ours, theirs, ...row }) =>
            rowOf([
              [theirs?.day ?? ours?.day ?? null],
              [kind],
              [row.gateway],
              [row.billRef],
              [
                row.booking?.registration ?? '',
                row.booking && listAt('/bookings', { open: row.booking._id }),
              ],
              [ours?.amount ?? null],
              [theirs?.amount ?? null],
              [ours?.receipt ?? ''],
              [theirs?.receipt ?? ''],
              [row.difference],
              row.exception
                ? [
                    `${row.exception.kind}, ${row.exception.open ? 'open' : 'settled'}`,
                    listAt('/exceptions', { open: row.exception.id }),
                  ]
                : [''],
            ]),
          ),
          of: found.total,
        },
      ),
    ],
    checks: [
      {
        says: 'Our payments + all differences = total of the statements',
        unit: 'naira',
        left: inKobo(found.ours.amount + found.explained),
        right: found.theirs.amount,
      },
      {
        says: 'Compared payments + payments without a statement = money received',
        unit: 'naira',
        left: inKobo(found.ours.amount + found.uncompared.amount),
        right: naira(received.received.kobo),
      },
      ...beside.checks,
    ],
    notes: notesOn(found),
  };
}

/** A sum of naira without what adding decimals leaves behind the kobo. */
const inKobo = (amount: number): number => Math.round(amount * 100) / 100;

function equationOf(found: Differences, scope: Source['scope']): ReportTable[] {
  const { from, to } = found;
  const asked = { ...placeIn(scope), from, to };
  const line = (label: string, number: number, amount: number, list: string) =>
    rowOf([[label], [number, list], [amount, list]]);
  return [
    tableOf(
      'Payments and statements',
      { Line: 'text', Number: 'count', Amount: 'naira' },
      {
        rows: [
          line(
            'Our payments, on days with a statement',
            found.ours.count,
            found.ours.amount,
            rowsAt('compared', asked),
          ),
          ...found.kinds.map(({ kind, count, difference }) =>
            line(kind, count, difference, rowsAt('differences', { ...asked, difference: kind })),
          ),
        ],
        total: line(
          'The statements',
          found.theirs.count,
          found.theirs.amount,
          rowsAt('statements', asked),
        ),
        note:
          found.uncompared.count === 0
            ? ''
            : 'The table does not include payments on days without a statement, because Hanya cannot compare them.',
      },
    ),
  ];
}

/** Hanya, the gateway and the bank side by side; none where the reader sees one zone. */
function waysOf({ ways, from, to }: Differences, scope: Source['scope']): ReportTable[] {
  if (ways.length === 0) return [];
  const kobo = (of: (way: ThreeWays) => number | null) =>
    ways.every((way) => of(way) === null) ? null : inKobo(sumOf(ways, (way) => of(way) ?? 0));
  const rowsOf = (
    figure: 'received' | 'said',
    asked: {
      readonly whose?: 'gateway' | 'bank';
      readonly day?: string;
      readonly gateway?: string;
    },
  ) => {
    const { day, ...narrowed } = asked;
    const days = day === undefined ? { from, to } : { from: day, to: day };
    return rowsAt(figure, { ...placeIn(scope), ...days, ...narrowed });
  };
  return [
    tableOf(
      'Hanya, gateway and bank by day',
      {
        Day: 'day',
        Gateway: 'text',
        Hanya: 'naira',
        'The gateway says': 'naira',
        'Gateway − Hanya': 'naira',
        'The bank says': 'naira',
        'Bank − gateway': 'naira',
        Since: 'moment',
      },
      {
        rows: ways.map((way) =>
          rowOf([
            [way.day],
            [way.gateway],
            [way.ours, rowsOf('received', { day: way.day, gateway: way.gateway })],
            [
              way.gatewaySays,
              rowsOf('said', { day: way.day, gateway: way.gateway, whose: 'gateway' }),
            ],
            [way.gatewayDiffers],
            [way.bankSays, rowsOf('said', { day: way.day, gateway: way.gateway, whose: 'bank' })],
            [way.bankDiffers],
            [way.since],
          ]),
        ),
        total: rowOf([
          ['Total'],
          [null],
          [kobo(({ ours }) => ours), rowsOf('received', {})],
          [kobo(({ gatewaySays }) => gatewaySays), rowsOf('said', { whose: 'gateway' })],
          [kobo(({ gatewayDiffers }) => gatewayDiffers)],
          [kobo(({ bankSays }) => bankSays), rowsOf('said', { whose: 'bank' })],
          [kobo(({ bankDiffers }) => bankDiffers)],
          [null],
        ]),
        note: 'A dash means that no statement in force covers the day. If there is no statement from the payment gateway, Hanya compares the bank’s statement with the payments in Hanya. A bank may record a payment a day or more after the payment gateway took it. “Since” shows when a statement first showed the difference.',
      },
    ),
  ];
}

/** The first stretches of days, and that there are more. */
const stretchesInWords = (stretches: readonly DayRange[]): string =>
  `${stretches
    .slice(0, 5)
    .map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
    .join(', ')}${stretches.length > 5 ? ' and more' : ''}`;

const notesOn = (found: Differences): string[] => [...notesOnGateway(found), ...notesOnBank(found)];

/** It is said of each day with money that the bank's word is missing. */
function notesOnBank({ ways }: Differences): string[] {
  const without = ways.filter(({ ours, bankSays }) => ours !== 0 && bankSays === null);
  if (ways.length === 0) return [];
  if (without.length === 0)
    return ['The bank’s account statement covers each day on which money came in.'];
  const days = stretchesOf([...new Set(without.map(({ day }) => day))]);
  return [
    `There is no account statement from the bank for ${stretchesInWords(days)}, so nothing shows that this money reached the account.`,
  ];
}

const notesOnGateway = ({ withoutStatement, uncompared }: Differences): string[] =>
  withoutStatement.length === 0
    ? ['A statement from the payment gateway covers each of these days.']
    : [
        `There is no statement from the payment gateway for ${stretchesInWords(withoutStatement)}, so Hanya could not compare ${
          uncompared.count
        } ${uncompared.count === 1 ? 'payment' : 'payments'}.`,
      ];

/**
 * The payments of the period beside the statements; none where the report has several organisations,
 * or no statement covers any of its days.
 */
export async function statementsOf({ db, gateways, scope, days }: Source): Promise<ReportTable[]> {
  const { organisation } = scope;
  if (organisation === null) return [];
  const within = { ...scope, organisation };
  const statements = await listStatements(db, within, days);
  if (!statements.some(({ state, whose }) => state === 'in force' && whose === 'gateway'))
    return [];
  const page = { ...days, page: 1, limit: 1 };
  return equationOf(await comparedIn({ db, gateways }, within, page), scope);
}
