import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { highestFee, type ListedFee, type proposeFees } from '#contract/fees.ts';
import { spellingKey } from '#contract/folding.ts';
import type { Offence } from '#contract/offences.ts';
import { todayInLagos } from '#contract/sentences.ts';
import type { DecisionDeps } from '#server/features/decisions/commands.ts';
import type { Taker } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import type { Row } from '#server/lists/reading/rows.ts';
import { rowsOfFile } from '#server/lists/reading/table-file.ts';
import { proposeAll } from './commands.ts';
import { waitingFrom } from './fees.ts';
import { type FeesOf, offencesToday } from './queries.ts';
import { faultyLines, whyNotFrom } from './rules.ts';

const most = { what: 'A list of fees', lines: 500, rows: 600 };

/** Checks a list of fees whole, and proposes them if asked to. */
export async function proposeList(
  deps: DecisionDeps,
  taker: Taker,
  of: FeesOf,
  { list, from, reason, proposes }: BodyOf<typeof proposeFees>,
  file: UploadedFile | undefined,
): Promise<Outcome<ResponseOf<typeof proposeFees>['data']>> {
  const rows = file ? await rowsOfFile(file.path, most) : rowsOfText(list);
  if (rows instanceof Refusal) return rows;
  if (rows.length === 0) return invalid('list', 'Paste the list, or select its file.');
  const late = whyNotFrom(from, todayInLagos());
  if (late) return late;
  const offences = await offencesToday(deps.db, of, sql`${from}::date`);
  const fees = readFees(rows, offences, await waitingFrom(deps.db, of, from));
  const faulty = fees.filter(({ fault }) => fault !== '').length;
  if (!proposes) return { fees, proposed: 0 };
  if (faulty > 0) return faultyLines(faulty);
  const changes = fees.flatMap(({ offence, amount, unchanged }) => {
    const found = offences.find(({ id }) => id === offence?.id);
    return found && amount !== null && !unchanged ? [{ offence: found, amount }] : [];
  });
  if (changes.length === 0) return invalid('list', 'Every offence already has that fee.');
  const proposed = await proposeAll(deps, taker, of.organisation, {
    fees: changes,
    from,
    reason,
  });
  return proposed instanceof Refusal ? proposed : { fees, proposed };
}

/** An offence or payment code at the beginning of a line, and what follows it. */
const codeFirst = /^\W*([a-z]{3}[ -]?\d{2}|\d{8})\b(?:[\s,:|"]|[-–](?=\s))*(.*)$/i;

/** The lines of a pasted list; cells of a spreadsheet are pasted with tabs between them. */
const rowsOfText = (list: string): Row[] =>
  list.split(/\r\n|\r|\n/).flatMap((text, index) => {
    const cells = text.split(/[\t;]/).map((cell) => cell.trim());
    const [, code = text.trim(), rest = ''] = codeFirst.exec(text.trim()) ?? [];
    if (text.trim() === '') return [];
    return [{ line: index + 1, cells: cells.length > 1 ? cells : [code, rest] }];
  });

const number = String.raw`((?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*|0))(?:\.0{1,2})?`;
const wholeAmount = new RegExp(String.raw`^(?:₦|NGN|=N=|N)?\s*${number}\s*(?:naira)?$`, 'i');
const lastAmount = new RegExp(String.raw`[^\d.,–-]${number}\s*(?:naira)?$`, 'i');

/** Each line of a list with the offence and fee that it names. Lines without a figure are headings. */
function readFees(
  rows: readonly Row[],
  offences: readonly Offence[],
  waiting: ReadonlySet<string>,
): ListedFee[] {
  const byCode = new Map(
    offences.flatMap((one) => [
      [spellingKey(one.id), one],
      [spellingKey(one.code), one],
    ]),
  );
  const lines = new Map<string, number>();
  return rows
    .filter(({ cells }) => cells.some((cell) => /\d/.test(cell)))
    .map(({ line, cells }) => {
      const filled = cells.filter((cell) => cell !== '');
      const at = filled.findIndex((cell) => byCode.has(spellingKey(cell)));
      const offence = byCode.get(spellingKey(filled[at] ?? '')) ?? null;
      const amount = amountIn(filled.slice(at + 1));
      const earlier = offence && lines.get(offence.id);
      if (offence && earlier === undefined) lines.set(offence.id, line);
      const fault = !offence
        ? 'This line has no offence. Start it with the offence or its payment code, such as LGC-01.'
        : amount === null
          ? 'This line does not end with an amount in whole naira. Enter it as 6000 or “6,000”.'
          : amount > highestFee
            ? 'A fee can be at most ₦10,000,000.'
            : earlier !== undefined
              ? `Line ${earlier} also has ${offence.id}. Remove one of these lines.`
              : waiting.has(offence.id)
                ? 'A fee from this day on is already waiting for a second person to confirm it.'
                : '';
      return {
        line,
        text: filled.join(' ').slice(0, 120),
        offence: offence && { id: offence.id, name: offence.name },
        before: offence?.amount ?? 0,
        amount,
        fault,
        unchanged: fault === '' && amount === offence?.amount,
      };
    });
}

/** The amount in naira at the end of what follows an offence; null where there is none. */
function amountIn(cells: readonly string[]): number | null {
  const last = cells.at(-1) ?? '';
  // `6,000` without quotes is two cells of a CSV file.
  if (/^\d{3}$/.test(last) && /^\d{1,3}$/.test(cells.at(-2) ?? '')) return null;
  const found = wholeAmount.exec(last) ?? (cells.length === 1 ? lastAmount.exec(last) : null);
  return found?.[1] === undefined ? null : Number(found[1].replaceAll(',', ''));
}
