import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { type Outcome, type Refusal } from '#server/http/refusal.ts';
import { badFile, type MostRows, plainCell, type Row, tooMany } from './rows.ts';

const separators = [',', ';', '\t', '|'];

/** Rows of a CSV file: UTF-8, UTF-16 or the code page of Windows; any separator and any line ends. */
export async function rowsOfCsv(bytes: Buffer, most: MostRows): Promise<Outcome<Row[]>> {
  const text = decoded(bytes);
  if (text.includes('\0'))
    return badFile('This is not a CSV file. Save it as CSV or XLSX and send it again.');
  const [, named] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const lines = text.split(/\r\n|\r|\n/, 80);
  // The line with the separator stays as an empty one, so that lines keep their numbers.
  const body = named === undefined ? text : text.slice(text.indexOf('\n'));
  return readRows(body, named ?? separatorOf(lines), most);
}

function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const utf16 =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : second === 0 && bytes.length > 3 && bytes[3] === 0
          ? 'utf-16le'
          : null;
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The sign that parts one of the first lines into most cells, outside quotes. */
function separatorOf(lines: readonly string[]): string {
  const bare = lines.map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const cells = (sign: string) => Math.max(...bare.map((line) => line.split(sign).length));
  return separators.reduce((best, sign) => (cells(sign) > cells(best) ? sign : best));
}

const readSchema = z.object({
  record: z.array(z.string()),
  info: z.object({ lines: z.number() }),
});

async function readRows(text: string, delimiter: string, most: MostRows): Promise<Outcome<Row[]>> {
  const options = { info: true, skip_empty_lines: true, trim: true } as const;
  // Some write `="0803…"` without quoting it.
  const limits = {
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 10_000,
  } as const;
  const parser = parse({ ...options, ...limits, delimiter });
  // An error of the source ends the loop over the records below.
  pipeline(Readable.from(piecesOf(text)), parser, () => undefined);
  const records: AsyncIterable<unknown> = parser;
  const rows: Row[] = [];
  try {
    for await (const parsed of records) {
      const { record, info } = readSchema.parse(parsed);
      const cells = record.map((cell) => plainCell(unforced(cell)));
      if (cells.every((cell) => cell === '')) continue;
      if (rows.length >= most.rows) return tooMany(most);
      rows.push({ line: info.lines, cells });
    }
  } catch (error) {
    if (error instanceof CsvError) return unparsable(error);
    throw error;
  }
  return rows;
}

/** A cell without what makes a spreadsheet take it for text: `'+234…`, as our own files have it, or `="0803…"`. */
function unforced(cell: string): string {
  const quoted = /^="([^"]*)"$/.exec(cell)?.[1];
  if (quoted !== undefined) return quoted;
  return cell.startsWith("'") && /^[\d=+\-@＝＋－＠]/u.test(cell.slice(1).trimStart())
    ? cell.slice(1)
    : cell;
}

/** Characters that are parsed at once; others get their turn in between. */
const pieceSize = 32 * 1024;

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceSize) {
    yield text.slice(at, at + pieceSize);
    await setImmediate();
  }
}

function unparsable(error: CsvError): Refusal {
  const line = Number(error['lines']);
  const where = Number.isInteger(line) && line > 0 ? `Line ${line}` : 'A line';
  return badFile(
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `${where} is too long. Look for a quotation mark that is not closed.`
      : `${where} has a quotation mark that is not opened or closed correctly.`,
  );
}
