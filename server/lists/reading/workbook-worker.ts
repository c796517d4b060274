import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { configure, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import readXlsxFile, { type Row } from 'read-excel-file/universal';
import type { WorkbookAnswer } from './workbook.ts';

configure({ useWebWorkers: false });

/** Bytes of all that is packed in a workbook; a statement of 50,000 lines has some thirty million. */
const unpackedLimit = 80 * 1024 * 1024;

void read(String(workerData)).then((answer) => parentPort?.postMessage(answer));

async function read(path: string): Promise<WorkbookAnswer> {
  const bytes = new Uint8Array(await readFile(path));
  try {
    if (!(await fits(bytes))) return { is: 'too large' };
    const sheets = await readXlsxFile(bytes.buffer);
    const first = sheets.find(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
    return { is: 'read', rows: (first?.data ?? []).map((row: Row) => row.map(textOf)) };
  } catch {
    return { is: 'unreadable' };
  }
}

/**
 * A packed file may state a smaller size than it has, so it is unpacked and counted before anything
 * keeps it.
 */
async function fits(bytes: Uint8Array): Promise<boolean> {
  let left = unpackedLimit;
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > left) return false;
  for (const entry of entries) {
    if (entry.directory) continue;
    const counted = new WritableStream<Uint8Array>({
      write: ({ length }) => {
        left -= length;
        if (left < 0) throw new TooLarge();
      },
    });
    try {
      await entry.getData(counted);
    } catch (error) {
      if (left < 0 || error instanceof TooLarge) return false;
      throw error;
    }
  }
  return true;
}

class TooLarge extends Error {}

/** A cell as a CSV file would have it. Spreadsheets keep fifteen digits of a number. */
function textOf(cell: Row[number]): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof cell !== 'number') return String(cell);
  if (Math.abs(cell) > 999_999_999_999_999) return cell.toExponential();
  const hundredths = Math.round(cell * 100);
  const isAmount = !Number.isInteger(cell) && Math.abs(cell * 100 - hundredths) < 1e-6;
  return isAmount ? (hundredths / 100).toFixed(2) : String(cell);
}
