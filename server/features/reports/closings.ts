import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ulid } from 'ulid';
import type { BodyOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import { headquarters, stateOfOrganisation } from '#contract/places.ts';
import {
  type Closing,
  closingSchema,
  mostChanges,
  type proposeClosing,
  type readClosings,
} from '#contract/report-closings.ts';
import { type Report, reportRows, reportSchema } from '#contract/reports.ts';
import type { Decision } from '#contract/second-person.ts';
import { nameThen } from '#server/db/people.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { whyNotEnded } from '#server/features/decisions/queries.ts';
import { areasOf } from '#server/features/places/queries.ts';
import { whyNotConfirmed } from '#server/features/users/queries.ts';
import type { Caller, Scope, Taker } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace, theWholeOrganisation } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';
import { reportOf } from './queries.ts';
import * as rules from './rules.ts';

type ClosingDeps = Pick<Deps, 'db' | 'reports' | 'gateways'>;

/** Closings in a scope, the last one first. */
async function closingsIn(
  db: Kysely<DB>,
  scope: Scope,
  which: { readonly id: string } | Pick<Closing, 'kind' | 'from' | 'to'>,
): Promise<Closing[]> {
  const rows = await db
    .selectFrom('report_closings')
    .innerJoin('users', 'users.id', 'proposed_by')
    .leftJoin('users as decider', 'decider.id', 'decided_by')
    .where(inScope('report_closings', scope))
    .where((eb) =>
      'id' in which
        ? eb('report_closings.id', '=', which.id)
        : eb.and([
            eb('kind', '=', which.kind),
            eb('from_day', '=', which.from),
            eb('to_day', '=', which.to),
            eb('report_closings.zone', 'is not distinct from', scope.zone),
          ]),
    )
    .select(['kind', 'organisation', 'version', 'reason', 'number', 'sha256', 'refusal'])
    .select(['report_closings.id', 'report_closings.zone', 'report_closings.state'])
    .select(['from_day as from', 'to_day as to', 'proposed_at', 'decided_at'])
    .select([
      'proposed_by as proposer',
      nameThen('users', 'proposed_at').as('proposedBy'),
      nameThen('decider', 'decided_at').as('decidedBy'),
    ])
    .orderBy('report_closings.id', 'desc')
    .execute();
  return rows.map(({ proposed_at: proposed, decided_at: decided, ...row }) =>
    closingSchema.parse({
      ...row,
      refusal: row.refusal ?? '',
      proposedAt: proposed.toISOString(),
      decidedAt: decided?.toISOString() ?? null,
    }),
  );
}

/** One closing; 404 beyond the caller's scope. */
export async function findClosing(
  db: Kysely<DB>,
  { scope }: Pick<Caller, 'scope'>,
  id: string,
): Promise<Outcome<Closing>> {
  const [closing] = await closingsIn(db, scope, { id });
  return closing ?? notFound('closing');
}

/** The same for those who decide it: 403 for who sees only one zone. */
export async function findDecided(db: Kysely<DB>, caller: Caller, id: string) {
  const closing = await findClosing(db, caller, id);
  if (closing instanceof Refusal) return closing;
  const whole = theWholeOrganisation(caller.scope, closing.organisation);
  return whole instanceof Refusal ? whole : closing;
}

/** The report that a closing kept; of each table at most `rows`. */
export async function keptReport(db: Kysely<DB>, id: string, rows: number): Promise<Report> {
  const kept = db.selectFrom('report_closings').select('data').where('id', '=', id);
  const { data } = await kept.executeTakeFirstOrThrow();
  return cutTo(reportSchema.parse(JSON.parse(data.toString('utf8'))), rows);
}

const cutTo = (report: Report, most: number): Report => ({
  ...report,
  tables: report.tables.map((table) => ({ ...table, rows: table.rows.slice(0, most) })),
});

/** 403 for a place beyond the scope. */
export async function closingsOf(
  deps: ClosingDeps,
  caller: Caller,
  { closing: id, ...asked }: QueryOf<typeof readClosings>,
): Promise<Outcome<ResponseOf<typeof readClosings>['data']>> {
  const scope = chosenPlace(caller.scope, asked);
  if (scope instanceof Refusal) return scope;
  const closings = scope.organisation === null ? [] : await closingsIn(deps.reports, scope, asked);
  const closing = closings.find((one) =>
    id === undefined ? one.state === 'closed' : one.id === id,
  );
  if (!closing) return id === undefined ? { closings, kept: null } : notFound('closing');
  const now = await reportOf(deps, caller, asked, reportRows.xlsx);
  if (now instanceof Refusal) return now;
  const then = await keptReport(deps.reports, closing.id, reportRows.xlsx);
  const changes = rules.changesBetween(then.tables, now.tables);
  const told = { changed: changes.length, changes: changes.slice(0, mostChanges) };
  return { closings, kept: { id: closing.id, report: cutTo(then, reportRows.screen), ...told } };
}

/** Makes a report, and keeps it for a second person. */
export async function proposeToClose(
  deps: ClosingDeps,
  { actor, caller }: Taker,
  { reason, ...body }: BodyOf<typeof proposeClosing>,
): Promise<Outcome<Closing>> {
  const organisation = theWholeOrganisation(caller.scope, body.organisation);
  if (organisation instanceof Refusal) return organisation;
  const asked = { ...body, organisation };
  const { kind, from, to, zone = null } = asked;
  const zones = [null, headquarters, ...areasOf(stateOfOrganisation(organisation))];
  if (!zones.includes(zone)) return invalid('zone', `${zone} is not an area of ${organisation}.`);
  if (to >= dayOf(new Date())) return invalid('to', 'Close days that are over: up to yesterday.');
  // Those of the demo have versions of their own.
  const own: Scope = { organisation, zone, demo: caller.demo ? 'only' : 'excluded' };
  const last = (await closingsIn(deps.db, own, asked)).find(
    ({ state }) => state === 'waiting' || state === 'closed',
  );
  if (last?.state === 'waiting') return rules.alreadyProposed;
  if (last && reason === '') return invalid('reason', 'Say why it is closed again.');
  const report = await reportOf(deps, caller, asked, reportRows.xlsx);
  if (report instanceof Refusal) return report;
  const refusal = rules.whyNotExported(report, 'xlsx');
  if (refusal) return refusal;
  const data = Buffer.from(JSON.stringify(report));
  const sha256 = createHash('sha256').update(data).digest('hex');
  const named = { version: (last?.version ?? 0) + 1, number: report.number, sha256 };
  const why = last ? reason : '';
  const id = ulid();
  return deps.db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('report_closings')
      .values({
        id,
        kind,
        organisation,
        zone,
        from_day: from,
        to_day: to,
        demo: caller.demo,
        ...named,
        data,
        reason: why,
        state: 'waiting',
        proposed_by: caller.userId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return rules.alreadyProposed;
    await writeAudit(trx, actor, {
      event: 'report.closing-proposed',
      record: 'organisation',
      id: organisation,
      before: null,
      after: {
        closing: id,
        report: kind,
        zone,
        from,
        to,
        ...named,
        ...(why !== '' && { reason }),
        waits: true,
      },
    });
    return findClosing(trx, caller, id);
  });
}

const eventOf = {
  closed: 'report.closed',
  refused: 'report.closing-refused',
  'taken back': 'report.closing-taken-back',
} as const;

/**
 * Closes what somebody else has proposed, or refuses it. Without a decision
 * its proposer takes it back.
 */
export async function endClosing(
  { db }: Pick<Deps, 'db'>,
  { actor, caller }: Taker,
  id: string,
  decision?: Decision,
): Promise<Outcome<Closing>> {
  return db.transaction().execute(async (trx) => {
    const row = trx.selectFrom('report_closings').select('id').where('id', '=', id);
    await row.forUpdate().execute();
    const closing = await findClosing(trx, caller, id);
    if (closing instanceof Refusal) return closing;
    const why =
      whyNotEnded('closing', closing, caller.userId, decision !== undefined) ??
      (decision && (await whyNotConfirmed(trx, caller.userId, closing.proposer, decision.agrees)));
    if (why) return why;
    const state = decision ? (decision.agrees ? 'closed' : 'refused') : 'taken back';
    const refusal = state === 'refused' && decision ? decision.reason : null;
    await trx
      .updateTable('report_closings')
      .set({ state, refusal, decided_by: caller.userId, decided_at: new Date() })
      .where('id', '=', id)
      .execute();
    const { organisation, version, number, sha256 } = closing;
    await writeAudit(trx, actor, {
      event: eventOf[state],
      record: 'organisation',
      id: organisation,
      before: { closing: id, state: closing.state },
      after: {
        closing: id,
        state,
        version,
        number,
        sha256,
        ...(refusal !== null && { reason: refusal }),
      },
    });
    return findClosing(trx, caller, id);
  });
}
