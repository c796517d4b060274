import {
  type CellKind,
  type Report,
  type ReportCell,
  reportTypes,
} from '#contract/modules/reports/reports.ts';
import { type Cell, type Column, xlsxOf } from '#server/lists/commands.ts';
import { momentOf, zoneOfTimes } from '#server/time.ts';

/** A sheet for each table, and one that says what the report is, its sums and its notes. */
export const workbookOf = (report: Report, closed: string): Promise<Buffer> =>
  xlsxOf(
    ...report.tables.map(({ title, columns, rows, total }) => ({
      sheet: sheetName(title),
      columns: columns.map(({ name, kind }) => ({
        name,
        kind: kindsOf[kind],
        width: widths[kind],
      })),
      batches: [
        [...rows, ...(total ? [total] : [])].map(({ cells }) =>
          cells.map((cell, index) => cellOf(cell, columns[index]?.kind)),
        ),
      ],
    })),
    { sheet: 'About', columns: aboutColumns, batches: [about(report, closed)] },
  );

const kindsOf: Readonly<Record<CellKind, Column['kind']>> = {
  text: 'text',
  count: 'amount',
  naira: 'naira',
  percent: 'amount',
  day: 'day',
  moment: 'moment',
};

/** In characters. */
const widths: Readonly<Record<CellKind, number>> = {
  text: 24,
  count: 12,
  naira: 18,
  percent: 10,
  day: 12,
  moment: 17,
};

const cellOf = (cell: ReportCell, kind: CellKind | undefined): Cell =>
  typeof cell === 'string' && kind === 'moment' ? momentOf(cell) : (cell ?? '');

/** Excel takes at most 31 letters for it, and none of `[]:*?/\`. */
const sheetName = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .slice(0, 31)
    .trim();

const aboutColumns: readonly Column[] = [
  { name: 'About this report', kind: 'text', width: 30 },
  { name: 'Is', kind: 'text', width: 90 },
];

function about(
  { kind, number, days, place, asAt, madeBy, checks, notes, tables }: Report,
  closed: string,
): Cell[][] {
  return [
    ['Report', `${reportTypes[kind].code}: ${reportTypes[kind].title}`],
    ['Number', number],
    ...(closed === '' ? [] : [['Status', closed]]),
    ...(days ? [['Period', `${days.from} to ${days.to}`]] : []),
    ['Figures for', place],
    ['As at', `${momentOf(asAt)}:${asAt.slice(17, 19)} WAT`],
    ['Times', zoneOfTimes],
    ['Made by', madeBy],
    ...checks.map(({ says, left }) => [
      'Checks',
      `${says}: both are ${left.toLocaleString('en-NG')}.`,
    ]),
    ...notes.map((note) => ['Note', note]),
    ...tables.flatMap(({ title, note }) => (note === '' ? [] : [[title, note]])),
  ];
}
