import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import type { Cell, Column } from './table.ts';

const columns = workerData as readonly Column[];
const sheet: SheetData = [
  columns.map(({ name }) => ({ type: String, value: name, fontWeight: 'bold' })),
];

function cellOf(cell: Cell, column: Column | undefined): CellObject | null {
  if (cell === '') return null;
  if (typeof cell === 'number')
    return { type: Number, value: cell, format: Number.isInteger(cell) ? '#,##0' : '#,##0.00' };
  // Excel has no time zones, so the time in Lagos is written as if it were UTC.
  if (column?.kind === 'moment' && /^\d/.test(cell))
    return {
      type: Date,
      value: new Date(`${cell.replace(' ', 'T')}Z`),
      format: 'yyyy-mm-dd hh:mm',
    };
  return { type: String, value: cell };
}

parentPort?.on('message', (message: readonly (readonly Cell[])[] | 'end') => {
  if (message === 'end') void finish();
  else
    for (const row of message) sheet.push(row.map((cell, index) => cellOf(cell, columns[index])));
});

async function finish(): Promise<void> {
  const layout = { columns: columns.map(({ width }) => ({ width })), stickyRowsCount: 1 };
  // There are at most 52 columns.
  const last = columns.length - 1;
  const letters = (last > 25 ? 'A' : '') + String.fromCodePoint(65 + (last % 26));
  const insert = () => `<autoFilter ref="A1:${letters}${sheet.length}"/>`;
  const file = writeExcelFile(sheet, layout, {
    features: [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { insert } } } }],
  });
  parentPort?.postMessage(await file.toBuffer());
}
