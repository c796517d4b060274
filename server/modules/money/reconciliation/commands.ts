import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { ulid } from 'ulid';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { ColumnRole } from '#contract/modules/money/statement-columns.ts';
import type {
  fetchStatement,
  sendStatement,
  Statement,
  StatementOwner,
} from '#contract/modules/money/statements.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import * as decisions from '#server/features/decisions/commands.ts';
import type { Taker } from '#server/http/caller.ts';
import { invalid, type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { dayAfter } from '#server/lists/rules.ts';
import { sentStatement } from './decisions.ts';
import { alreadyThere, gatewaySilent, noGateway, nothingToFetch } from './rules.ts';
import { readSent } from './sent-file.ts';
import { headKey } from './statement-columns.ts';
import type { PlacedLine } from './statement-file.ts';
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
  const { whose } = body;
  const [without, unmatched] = [read.leftOut.length, read.noBill.size];
  const kept = body.columns && { head: headKey(table), columns: body.columns };
  const { lines, from, to } = read;
  const taken = { lines, from, to, sha256: table.sha256, gateway, whose, source: 'sent' as const };
  const statement = await storeStatement(deps, taker, scope, {
    ...taken,
    without,
    unmatched,
    kept,
  });
  return statement instanceof Refusal ? statement : { ...statement, without, unmatched };
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
  if (to >= lagosDay(new Date())) return invalid('to', 'Select days up to yesterday.');
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
  return storeStatement(deps, taker, scope, { lines, sha256, whose: 'gateway', ...days });
}

interface Taken {
  readonly lines: readonly PlacedLine[];
  readonly sha256: string;
  readonly from: string;
  readonly to: string;
  readonly gateway: string;
  readonly whose: StatementOwner;
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
async function storeStatement(
  deps: decisions.DecisionDeps,
  taker: Taker,
  scope: OneOrganisation,
  taken: Taken,
): Promise<Outcome<Statement>> {
  const { organisation } = scope;
  const { gateway, whose, source, sha256, lines, from, to, without, unmatched, kept } = taken;
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
        whose,
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
      ...(whose === 'bank' && { whose }),
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
