import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/node';
import type { Cell, Column, Table } from './table.ts';

const tables = workerData as readonly Pick<Table, 'sheet' | 'columns'>[];
const sheets = tables.map(({ sheet = 'Sheet1', columns }) => ({
  sheet,
  columns,
  data: [
    columns.map(({ name }) => ({ type: String, value: name, fontWeight: 'bold' })),
  ] as SheetData,
}));

function cellOf(cell: Cell, column: Column | undefined): CellObject | null {
  if (cell === '') return null;
  if (typeof cell === 'number') {
    const isWhole = column?.kind !== 'naira' && Number.isInteger(cell);
    return { type: Number, value: cell, format: isWhole ? '#,##0' : '#,##0.00' };
  }
  const isDated = /^\d{4}-/.test(cell);
  if (column?.kind === 'day' && isDated)
    return { type: Date, value: new Date(cell), format: 'yyyy-mm-dd' };
  // Excel has no time zones, so the time in Lagos is written as if it were UTC.
  if (column?.kind === 'moment' && isDated)
    return {
      type: Date,
      value: new Date(`${cell.replace(' ', 'T')}Z`),
      format: 'yyyy-mm-dd hh:mm',
    };
  return { type: String, value: cell };
}

interface Batch {
  readonly sheet: number;
  readonly rows: readonly (readonly Cell[])[];
}

parentPort?.on('message', (message: Batch | 'end') => {
  if (message === 'end') {
    void finish();
    return;
  }
  const sheet = sheets[message.sheet];
  for (const row of message.rows)
    sheet?.data.push(row.map((cell, index) => cellOf(cell, sheet.columns[index])));
});

async function finish(): Promise<void> {
  const written = sheets.map(({ sheet, columns, data }) => ({
    sheet,
    data,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }));
  const insert = ({ sheet }: { sheet?: string }) => {
    const of = sheets.find((one) => one.sheet === sheet);
    // There are at most 52 columns.
    const last = (of?.columns.length ?? 1) - 1;
    const letters = (last > 25 ? 'A' : '') + String.fromCodePoint(65 + (last % 26));
    return `<autoFilter ref="A1:${letters}${of?.data.length ?? 1}"/>`;
  };
  const file = writeExcelFile(written, {
    features: [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { insert } } } }],
  });
  parentPort?.postMessage(await file.toBuffer());
}
