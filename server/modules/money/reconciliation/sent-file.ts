import { sql } from 'kysely';
import type { DayRange } from '#contract/day-range.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { type ColumnRole, rolesSchema } from '#contract/modules/money/statement-columns.ts';
import {
  mostShownLines,
  type readColumns,
  type sendStatement,
  type StatementOwner,
} from '#contract/modules/money/statements.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { gatewayNames } from '#server/gateways/payment-gateway.ts';
import type { Caller, Taker } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { badFile } from '#server/lists/reading/rows.ts';
import { inScope } from '#server/scope/conditions.ts';
import { noGateway } from './rules.ts';
import { headKey } from './statement-columns.ts';
import {
  linesOf,
  type PlacedLine,
  readStatementTable,
  type StatementLines,
  type StatementTable,
} from './statement-file.ts';
import { lagosDay } from './statement-moment.ts';
import { type OneOrganisation, whoseStatement } from './statements.ts';

type ReadingDeps = Pick<Deps, 'db' | 'gateways'>;

/** The first lines of a file, for whoever chooses its columns. */
const firstLines = 10;

/** A bank's file as it would be sent, before anything of it is stored. Refused as `readSent` is. */
export async function lookAtStatement(
  deps: ReadingDeps,
  { actor, caller }: Taker,
  file: UploadedFile | undefined,
  body: BodyOf<typeof readColumns>,
): Promise<Outcome<ResponseOf<typeof readColumns>['data']>> {
  const sent = await readSent(deps, caller, file, body);
  if (sent instanceof Refusal) return sent;
  const { scope, gateway, table, columns, chosenBefore, read } = sent;
  if (read instanceof Refusal && read.code !== 'columns_needed') return read;
  await deps.db.transaction().execute((trx) =>
    writeAudit(trx, actor, {
      event: 'statement.looked-at',
      record: 'organisation',
      id: scope.organisation,
      before: null,
      after: { sha256: table.sha256, columns: table.names.length, lines: table.below.length },
    }),
  );
  return {
    names: [...table.names],
    roles: [...(columns ?? table.roles)],
    chosenBefore,
    rows: table.below.slice(0, firstLines).map(({ cells }) => cells.slice(0, table.names.length)),
    why: read instanceof Refusal ? read.error : null,
    reading:
      read instanceof Refusal
        ? null
        : { gateway, looksLike: looksLike(table, columns, read), ...asRead(table, read) },
  };
}

/** An account statement has money in and out, and few of its lines name a bill. */
function looksLike(
  { names, roles }: StatementTable,
  columns: readonly ColumnRole[] | undefined,
  { lines, noBill }: StatementLines,
): StatementOwner {
  const isOfAccount =
    names.some((name) => /\bbalance\b/i.test(name)) ||
    (columns ?? roles).some((role) => role === 'credit' || role === 'debit');
  return isOfAccount && noBill.size * 2 > lines.length ? 'bank' : 'gateway';
}

function asRead(table: StatementTable, read: StatementLines & DayRange) {
  const { lines, noBill, leftOut, from, to } = read;
  const isBill = ({ line }: PlacedLine) => !noBill.has(line);
  const noBillFirst = lines.toSorted((one, other) => Number(isBill(one)) - Number(isBill(other)));
  const left = new Set(leftOut);
  return {
    from,
    to,
    without: leftOut.length,
    unmatched: noBill.size,
    lines: lines.length,
    amount: lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0) / 100,
    shown: noBillFirst.slice(0, mostShownLines).map((one) => ({
      line: one.line,
      paidAt: one.paidAt.toISOString(),
      billRef: one.billRef,
      isBill: isBill(one),
      receipt: one.receipt,
      amount: one.amountKobo / 100,
    })),
    leftOut: table.below
      .filter(({ line }) => left.has(line))
      .slice(0, mostShownLines)
      .map(({ line, cells }) => ({ line, cells: cells.slice(0, table.names.length) })),
  };
}

/** A file of the bank, and what it comes to; a `read` that is refused says why it can't be sent. */
interface Sent {
  readonly scope: OneOrganisation;
  readonly gateway: string;
  readonly table: StatementTable;
  /** Those that a person named, now or before. */
  readonly columns: readonly ColumnRole[] | undefined;
  readonly chosenBefore: boolean;
  readonly read: Outcome<StatementLines & DayRange>;
}

/** 400 for what is no file of a bank, for a line that can't be read, and for days outside its own. */
export async function readSent(
  { db, gateways }: ReadingDeps,
  caller: Caller,
  file: UploadedFile | undefined,
  body: BodyOf<typeof sendStatement>,
): Promise<Outcome<Sent>> {
  const scope = whoseStatement(caller, body.organisation);
  if (scope instanceof Refusal) return scope;
  const gateway =
    body.gateway === undefined
      ? gateways.of(scope.organisation)?.name
      : gatewayNames.find((name) => name === body.gateway);
  if (gateway === undefined)
    return body.gateway === undefined
      ? noGateway
      : invalid('gateway', `Select ${gatewayNames.join(' or ')}.`);
  if (!file) return badFile('Select the statement file.');
  const today = lagosDay(new Date());
  const table = await readStatementTable(file.path);
  if (table instanceof Refusal) return table;
  const before = body.columns ? undefined : await columnsChosenFor(db, scope, headKey(table));
  const columns = body.columns ?? before;
  const known = (bills: readonly string[]) => knownBills(db, scope, bills);
  const lines = await linesOf(table, columns, { today, known });
  const read = lines instanceof Refusal ? lines : withDays(lines, body, today);
  return { scope, gateway, table, columns, chosenBefore: before !== undefined, read };
}

/** The columns that somebody of the organisation last chose for a file with this head. */
async function columnsChosenFor(
  db: Database,
  { organisation }: OneOrganisation,
  head: string,
): Promise<ColumnRole[] | undefined> {
  const row = await db
    .selectFrom('statements')
    .select('columns')
    .leftJoin('proposals', 'proposals.id', 'statements.id')
    .where('statements.organisation', '=', organisation)
    .where('head', '=', head)
    .where((eb) => eb.or([eb.ref('in_force'), eb('proposals.outcome', 'is', null)]))
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && rolesSchema.parse(row.columns);
}

/** Those of these that are bills of the organisation's bookings. */
async function knownBills(
  db: Database,
  scope: OneOrganisation,
  bills: readonly string[],
): Promise<ReadonlySet<string>> {
  if (bills.length === 0) return new Set();
  const { rows } = await sql<{ bill_ref: string }>`
    select bill_ref from bookings
    where bill_ref = any(${bills}::text[]) and ${inScope('bookings', scope)}`.execute(db);
  return new Set(rows.map(({ bill_ref }) => bill_ref));
}

function withDays(
  read: StatementLines,
  { from, to }: BodyOf<typeof sendStatement>,
  today: string,
): Outcome<StatementLines & DayRange> {
  const { lines } = read;
  const days = lines.map(({ paidAt }) => lagosDay(paidAt));
  const first = from ?? days.reduce((least, day) => (day < least ? day : least), days[0] ?? '');
  const last = to ?? days.reduce((most, day) => (day > most ? day : most), days[0] ?? '');
  if (first === '' || last === '')
    return badFile(
      'The file has no lines. If nothing was paid, enter the days that the file covers.',
    );
  if (first > last)
    return invalid('from', 'Enter a first day on or before the day of the last line in the file.');
  if (last >= today)
    return invalid(
      'to',
      'The last day must be yesterday or earlier. A statement cannot cover today.',
    );
  const outside = lines.find((_, index) => {
    const day = days[index] ?? '';
    return day < first || day > last;
  });
  return outside
    ? badFile(
        `The day in line ${outside.line} is outside the days from ${first} to ${last}. Correct the line, or the days that the file covers.`,
      )
    : { ...read, from: first, to: last };
}
