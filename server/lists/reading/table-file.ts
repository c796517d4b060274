import { readFile } from 'node:fs/promises';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { rowsOfCsv } from './csv-rows.ts';
import { badFile, type MostRows, type Row } from './rows.ts';
import { rowsOfWorkbook } from './workbook.ts';

const zip = Buffer.from('PK\x03\x04', 'latin1');
const oldExcel = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The rows of a CSV file or Excel workbook that hold anything. 400 for what is neither. */
export async function rowsOfFile(path: string, most: MostRows): Promise<Outcome<Row[]>> {
  const bytes = await readFile(path);
  const start = bytes.subarray(0, 4);
  if (start.equals(oldExcel))
    return badFile('This is an old Excel file. Save it as XLSX or CSV and send that.');
  const rows = start.equals(zip) ? await rowsOfWorkbook(path, most) : await rowsOfCsv(bytes, most);
  if (rows instanceof Refusal) return rows;
  return rows.length === 0 ? badFile('The file is empty.') : rows;
}
