import type { Differences } from '#contract/differences.ts';
import type { ReportTable } from '#contract/reports.ts';
import { comparedIn, listStatements } from '#server/features/reconciliation/queries.ts';
import {
  type Body,
  figuresIn,
  listAt,
  naira,
  placeIn,
  rowOf,
  rowsAt,
  type Source,
  tableOf,
} from './body.ts';
import { givenBackBeside } from './given-back.ts';

/** ER: our payments beside the statements in force, and every difference by its name. */
export async function reconciled(source: Source): Promise<Body> {
  const { organisation } = source.scope;
  if (organisation === null) throw new Error('Payments of one organisation are compared.');
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
            ]),
          ),
          of: found.total,
        },
      ),
    ],
    checks: [
      {
        says: 'Our payments + all differences = the statements',
        unit: 'naira',
        left: inKobo(found.ours.amount + found.explained),
        right: found.theirs.amount,
      },
      {
        says: 'Payments that are compared + payments without a statement = money received',
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
            : 'Payments on days without a statement are compared with nothing, and are not above.',
      },
    ),
  ];
}

const notesOn = ({ withoutStatement, uncompared }: Differences): string[] =>
  withoutStatement.length === 0
    ? ['A statement in force covers each of these days.']
    : [
        `No statement covers ${withoutStatement
          .slice(0, 5)
          .map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
          .join(', ')}${withoutStatement.length > 5 ? ' and more' : ''}: ${
          uncompared.count
        } payments are compared with nothing.`,
      ];

/**
 * The payments of the period beside the statements; none where the report has several organisations,
 * or no statement covers any of its days.
 */
export async function statementsOf({ db, gateways, scope, days }: Source): Promise<ReportTable[]> {
  const { organisation } = scope;
  if (organisation === null) return [];
  const within = { ...scope, organisation };
  if ((await listStatements(db, within, days)).every(({ state }) => state !== 'in force'))
    return [];
  const page = { ...days, page: 1, limit: 1 };
  return equationOf(await comparedIn({ db, gateways }, within, page), scope);
}
