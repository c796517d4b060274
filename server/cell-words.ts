import type { CellKind, ReportCell } from '#contract/modules/reports/reports.ts';
import { momentOf } from './time.ts';

const whole = new Intl.NumberFormat('en-NG');
const money = new Intl.NumberFormat('en-NG', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A number of a report: naira have two decimals. */
export const inUnits = (number: number, kind: CellKind | undefined): string =>
  (kind === 'naira' ? money : whole).format(number);

/** A cell as paper shows it: negative in brackets, and a dash for nothing to tell. */
export function cellInWords(cell: ReportCell, kind: CellKind | undefined): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return kind === 'moment' ? momentOf(cell) : cell;
  return cell < 0 ? `(${inUnits(-cell, kind)})` : inUnits(cell, kind);
}
