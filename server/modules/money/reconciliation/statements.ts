import { type Kysely, sql, type Transaction } from 'kysely';
import { type Statement, statementSchema } from '#contract/modules/money/statements.ts';
import type { Organisation } from '#contract/places.ts';
import { nameThen } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { theOrganisation } from '#server/scope/rules.ts';
import { wholeOrganisation } from './rules.ts';

/** A scope of one organisation. */
export interface OneOrganisation extends Scope {
  readonly organisation: Organisation;
}

/** The scope narrowed to one organisation: 400 where one must be chosen, 403 beyond the scope. */
export function oneOrganisation(
  scope: Scope,
  organisation: Organisation | undefined,
): Outcome<OneOrganisation> {
  const chosen = theOrganisation(scope, organisation);
  return chosen instanceof Refusal ? chosen : { ...scope, organisation: chosen };
}

/** The organisation of the statement; 403 for those who see only one zone of it. */
export function whoseStatement(
  { scope }: Caller,
  organisation: OneOrganisation['organisation'] | undefined,
): Outcome<OneOrganisation> {
  return scope.zone === null ? oneOrganisation(scope, organisation) : wholeOrganisation(scope.zone);
}

/** Statements are of a whole organisation: everybody in it sees them, whatever their zone. */
export const statementsInScope = (scope: Scope) => inScope('statements', { ...scope, zone: null });

interface Which {
  readonly id?: string;
  /** Narrows to statements that cover some of these days. */
  readonly from?: string;
  readonly to?: string;
}

/** Only one that a person sent was proposed. */
const state = sql<string>`case when statements.in_force then 'in force'
  else coalesce(proposals.outcome, 'waiting') end`;

/** Statements in the scope, the last one sent first: it counts before the others. */
export async function listStatements(
  db: Kysely<DB>,
  scope: Scope,
  { id, from, to }: Which,
): Promise<Statement[]> {
  const rows = await db
    .selectFrom('statements')
    .innerJoin('users', 'users.id', 'statements.sent_by')
    .leftJoin('proposals', 'proposals.id', 'statements.id')
    .leftJoin('users as decider', 'decider.id', 'proposals.decided_by')
    .where(statementsInScope(scope))
    .$if(id !== undefined, (query) => query.where('statements.id', '=', id ?? ''))
    .$if(from !== undefined, (query) => query.where('statements.to_day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('statements.from_day', '<=', to ?? ''))
    .select([
      'statements.id',
      'statements.organisation',
      'statements.gateway',
      'statements.whose',
      'statements.from_day',
      'statements.to_day',
      'statements.source',
      'statements.sent_at',
      'statements.sent_by as sender',
      state.as('state'),
      'proposals.refusal',
      'proposals.decided_at',
      'statements.lines',
      'statements.kobo',
      nameThen('users', 'statements.sent_at').as('sent_by'),
      nameThen('decider', 'proposals.decided_at').as('decided_by'),
    ])
    .orderBy('statements.sent_at', 'desc')
    .orderBy('statements.id', 'desc')
    .execute();
  return rows.map((row) =>
    statementSchema.parse({
      id: row.id,
      organisation: row.organisation,
      gateway: row.gateway,
      whose: row.whose,
      from: row.from_day,
      to: row.to_day,
      source: row.source,
      state: row.state,
      sentBy: row.sent_by,
      sender: row.sender,
      sentAt: row.sent_at.toISOString(),
      decidedBy: row.decided_by,
      decidedAt: row.decided_at?.toISOString() ?? null,
      refusal: row.refusal ?? '',
      lines: row.lines,
      amount: (row.kobo ?? 0) / 100,
    }),
  );
}

/** One statement; 404 beyond the caller's organisation, 403 for those who see only one zone of it. */
export async function findStatement(
  db: Kysely<DB>,
  { scope }: Caller,
  id: string,
): Promise<Outcome<Statement>> {
  const [statement] = await listStatements(db, scope, { id });
  if (!statement) return notFound('statement');
  return scope.zone === null ? statement : wholeOrganisation(scope.zone);
}

/** A statement that is there for certain: its row is locked or was just stored. */
export async function theStatement(trx: Transaction<DB>, { scope }: Caller, id: string) {
  const [statement] = await listStatements(trx, scope, { id });
  if (!statement) throw new Error(`The statement ${id} is gone.`);
  return statement;
}
