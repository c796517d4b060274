import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { DayRange } from '#contract/day-range.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { type ColumnRole, rolesSchema } from '#contract/statement-columns.ts';
import {
  type fetchStatement,
  mostShownLines,
  type readColumns,
  type sendStatement,
  type Statement,
} from '#contract/statements.ts';
import type { Database } from '#server/db/database.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import { gatewayNames } from '#server/gateways/payment-gateway.ts';
import type { Caller, Taker } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { badFile } from '#server/lists/reading/rows.ts';
import { dayAfter } from '#server/lists/rules.ts';
import { inScope } from '#server/scope/conditions.ts';
import { sentStatement } from './decisions.ts';
import { alreadyThere, gatewaySilent, noGateway, nothingToFetch } from './rules.ts';
import { headKey } from './statement-columns.ts';
import {
  linesOf,
  type PlacedLine,
  readStatementTable,
  type StatementLines,
  type StatementTable,
} from './statement-file.ts';
import { lagosDay, midnightOf } from './statement-moment.ts';
import { type OneOrganisation, theStatement, whoseStatement } from './statements.ts';

type StatementDeps = Pick<Deps, 'gateways'> & decisions.DecisionDeps;

/**
 * Stores the bank's file as a statement, completely or not at all. Refused as `readSent` is, and
 * 409 for columns that nobody has named and for a file that was sent before.
 */
export async function takeStatement(
  deps: StatementDeps,
  taker: Taker,
  file: UploadedFile | undefined,
  body: BodyOf<typeof sendStatement>,
): Promise<Outcome<SentStatement>> {
  const sent = await readSent(deps, taker.caller, file, body);
  if (sent instanceof Refusal) return sent;
  if (sent.read instanceof Refusal) return sent.read;
  const { scope, gateway, table, read } = sent;
  const [without, unmatched] = [read.leftOut.length, read.noBill.size];
  const kept = body.columns && { head: headKey(table), columns: body.columns };
  const { lines, from, to } = read;
  const taken = { lines, from, to, sha256: table.sha256, gateway, source: 'sent' as const };
  const statement = await storeStatement(deps, taker, scope, {
    ...taken,
    without,
    unmatched,
    kept,
  });
  return statement instanceof Refusal ? statement : { ...statement, without, unmatched };
}

/** The first lines of a file, for whoever chooses its columns. */
const firstLines = 10;

/** A bank's file as it would be sent, before anything of it is stored. Refused as `readSent` is. */
export async function lookAtStatement(
  deps: StatementDeps,
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
    reading: read instanceof Refusal ? null : { gateway, ...asRead(table, read) },
  };
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
async function readSent(
  { db, gateways }: StatementDeps,
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
      : invalid('gateway', `Choose one of ${gatewayNames.join(', ')}.`);
  if (!file) return badFile('Choose the file of the statement.');
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

/**
 * Fetches the statement of days that are over from the organisation's gateway and stores it. 409
 * where the gateway has none or the same was fetched before, 503 when it doesn't answer.
 */
export async function takeFromGateway(
  deps: StatementDeps,
  taker: Taker,
  { organisation, from, to }: BodyOf<typeof fetchStatement>,
): Promise<Outcome<Statement>> {
  const scope = whoseStatement(taker.caller, organisation);
  if (scope instanceof Refusal) return scope;
  const gateway = deps.gateways.of(scope.organisation);
  if (!gateway) return noGateway;
  if (to >= lagosDay(new Date()))
    return invalid('to', 'Fetch days that are over: up to yesterday.');
  const answer = await gateway.statement(midnightOf(from), midnightOf(dayAfter(to)));
  if (answer.outcome === 'none') return nothingToFetch;
  if (answer.outcome === 'unknown') return gatewaySilent;
  // Lines of other days were not asked for; they come with the statement of those days.
  const lines = answer.lines
    .filter(({ paidAt }) => lagosDay(paidAt) >= from && lagosDay(paidAt) <= to)
    .map((line, index) => ({ ...line, line: index + 1 }));
  const sha256 = createHash('sha256')
    .update(JSON.stringify([gateway.name, from, to, lines]))
    .digest('hex');
  const days = { from, to, gateway: gateway.name, source: 'fetched' as const };
  return storeStatement(deps, taker, scope, { lines, sha256, ...days });
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
    return badFile('The file has no lines. Say which days it covers, if nothing was paid on them.');
  if (first > last) return invalid('from', 'The first day is after the last line.');
  if (last >= today)
    return invalid('to', 'A statement covers days that are over: up to yesterday.');
  const outside = lines.find((_, index) => {
    const day = days[index] ?? '';
    return day < first || day > last;
  });
  return outside
    ? badFile(`Line ${outside.line} is of a day outside ${first} to ${last}.`)
    : { ...read, from: first, to: last };
}

interface Taken {
  readonly lines: readonly PlacedLine[];
  readonly sha256: string;
  readonly from: string;
  readonly to: string;
  readonly gateway: string;
  readonly source: Statement['source'];
  /** Lines of the file that brought no money. */
  readonly without?: number;
  /** Lines that name no one bill. */
  readonly unmatched?: number;
  /** The columns that a person chose, for the next file with this head. */
  readonly kept?: { readonly head: string; readonly columns: readonly ColumnRole[] } | undefined;
}

type SentStatement = ResponseOf<typeof sendStatement>['data'];

/** Stores a statement that was read; one that a person sent waits for another. 409 where it is there. */
export async function storeStatement(
  deps: decisions.DecisionDeps,
  taker: Taker,
  scope: OneOrganisation,
  taken: Taken,
): Promise<Outcome<Statement>> {
  const { organisation } = scope;
  const { gateway, source, sha256, lines, from, to, without, unmatched, kept } = taken;
  const { actor, caller } = taker;
  const kobo = lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
  /** Answers if it was stored: one that is in force already is not. */
  const store = async (trx: Transaction<DB>, id: string): Promise<boolean> => {
    const inserted = await trx
      .insertInto('statements')
      .values({
        id,
        organisation,
        gateway,
        source,
        sha256,
        from_day: from,
        to_day: to,
        demo: caller.demo,
        sent_by: caller.userId,
        ...(kept && { head: kept.head, columns: JSON.stringify(kept.columns) }),
        // Nobody had a hand in what our own call to the gateway brought.
        in_force: source === 'fetched',
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation', 'demo', 'sha256'])
          .where((eb) => eb.ref('in_force'))
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    await sql`
      insert into statement_lines (statement_id, line, bill_ref, receipt, amount_kobo, paid_at)
      select ${id}, * from unnest(
        ${lines.map(({ line }) => line)}::integer[], ${lines.map(({ billRef }) => billRef)}::text[],
        ${lines.map(({ receipt }) => receipt)}::text[],
        ${lines.map(({ amountKobo }) => amountKobo)}::bigint[],
        ${lines.map(({ paidAt }) => paidAt.toISOString())}::timestamptz[])`.execute(trx);
    return true;
  };
  const said = (id: string) => ({
    record: 'organisation' as const,
    id: organisation,
    before: null,
    after: {
      statement: id,
      gateway,
      from,
      to,
      lines: lines.length,
      amount: kobo / 100,
      sha256,
      ...(without !== undefined && without > 0 && { without }),
      ...(unmatched !== undefined && unmatched > 0 && { unmatched }),
      ...(kept && { columns: kept.columns }),
      ...(source === 'sent' && { waits: true }),
    },
  });
  if (source === 'fetched')
    return deps.db.transaction().execute(async (trx) => {
      const id = ulid();
      if (!(await store(trx, id))) return alreadyThere(source);
      await writeAudit(trx, actor, { event: 'statement.fetched', ...said(id) });
      return theStatement(trx, caller, id);
    });
  return decisions.propose(
    deps,
    taker,
    sentStatement,
    {
      organisation,
      reason: '',
      parts: [{ subject: sha256, body: { gateway, from, to, kobo } }],
      async whyNot(trx) {
        const inForce = await trx
          .selectFrom('statements')
          .select('id')
          .where((eb) => eb.and({ organisation, demo: caller.demo, sha256, in_force: true }))
          .executeTakeFirst();
        return inForce ? alreadyThere(source) : null;
      },
      async keep(trx, { id }) {
        await store(trx, id);
      },
      trail: (_, { id }) => said(id),
    },
    (trx, [id = '']) => theStatement(trx, caller, id),
  );
}
