import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { type ColumnRole, rolesSchema } from '#contract/statement-columns.ts';
import type { readColumns } from '#contract/statements.ts';
import type { Database } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import type { UploadedFile } from '#server/http/uploaded-file.ts';
import { badFile } from '#server/lists/reading/rows.ts';
import { headKey, whyNotGuessed } from './statement-columns.ts';
import { readStatementTable } from './statement-file.ts';
import { type OneOrganisation, whoseStatement } from './statements.ts';

/** The head of a bank's file, with what is known of its columns. Nothing of it is stored. */
export async function columnsOf(
  { db }: Pick<Deps, 'db'>,
  { actor, caller }: { readonly actor: Actor; readonly caller: Caller },
  file: UploadedFile | undefined,
  body: BodyOf<typeof readColumns>,
): Promise<Outcome<ResponseOf<typeof readColumns>['data']>> {
  const scope = whoseStatement(caller, body.organisation);
  if (scope instanceof Refusal) return scope;
  if (!file) return badFile('Choose the file of the statement.');
  const table = await readStatementTable(file.path);
  if (table instanceof Refusal) return table;
  const chosen = await columnsChosenFor(db, scope, headKey(table));
  await db.transaction().execute((trx) =>
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
    roles: [...(chosen ?? table.roles)],
    chosenBefore: chosen !== undefined,
    rows: table.below.slice(0, 10).map(({ cells }) => cells.slice(0, table.names.length)),
    why: chosen ? null : whyNotGuessed(table),
  };
}

/** The columns that somebody of the organisation last chose for a file with this head. */
export async function columnsChosenFor(
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
