import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import {
  type readReport,
  type Report,
  type ReportKind,
  reportRows,
  reportTypes,
} from '#contract/modules/reports/reports.ts';
import type { Database } from '#server/db/database.ts';
import { fullName } from '#server/db/people.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller, Scope } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { only } from '#server/lists/queries.ts';
import { inScope } from '#server/scope/conditions.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';
import type { Body, Source } from './body.ts';
import { crossed } from './cross.ts';
import { finance, payments } from './money.ts';
import { offences } from './offences.ts';
import { reconciled } from './reconciled.ts';
import { standard } from './standard.ts';
import { snapshot } from './standings.ts';
import { unpaid } from './unpaid.ts';

const bodies: Readonly<Record<ReportKind, (source: Source) => Promise<Body>>> = {
  snapshot,
  standard,
  'f-and-a': finance,
  'b-and-p': offences,
  unp: unpaid,
  e: payments,
  er: reconciled,
  cross: crossed,
};

/**
 * A report in the caller's scope, as at one moment: everything in it is read from one snapshot.
 * Naira; days in Africa/Lagos. Each table has at most `rows`. 400 where an organisation must be
 * chosen, 403 for a place beyond the scope, 404 for an officer of another organisation.
 */
export async function reportOf(
  { reports, gateways, consequences }: Pick<Deps, 'reports' | 'gateways' | 'consequences'>,
  caller: Caller,
  { kind, from, to, organisation, zone, at, by, officer, ...cross }: QueryOf<typeof readReport>,
  rows: number,
): Promise<Outcome<Report>> {
  const scope = chosenPlace(caller.scope, { organisation, zone });
  if (scope instanceof Refusal) return scope;
  if (kind === 'er' && scope.organisation === null)
    return invalid('organisation', 'Select an organisation.');
  const today = dayOf(new Date());
  const days = { from: from ?? today, to: to ?? today };
  return reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const named = officer === undefined ? undefined : await nameOf(db, scope, officer);
      if (named === null) return notFound('officer');
      const all = { rows: reportRows.xlsx };
      const asked = { scope, days, at: at === today ? undefined : at, by, officer, cross, ...all };
      const body = await bodies[kind]({ db, gateways, consequences, ...asked });
      const moment = await sql<{ now: Date }>`select now() as now`.execute(db);
      const place = [named && `bookings of ${named}`, placeInWords(scope)];
      const told = {
        place: place.filter(Boolean).join(', '),
        ...(named !== undefined && { officer: named }),
        days: reportTypes[kind].isOfDays ? days : null,
      };
      return {
        kind,
        number: numberOf(kind, { ...told, ...body }),
        ...told,
        ...body,
        tables: body.tables.map((table) => ({ ...table, rows: table.rows.slice(0, rows) })),
        madeBy: caller.name,
        asAt: only(moment.rows).now.toISOString(),
      };
    });
}

/** The name of somebody of the organisation, whatever their zone is today; null for nobody. */
async function nameOf(db: Database, scope: Scope, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select(fullName().as('name'))
    .where(inScope('users', { ...scope, zone: null }))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Such as `Zaria, Kaduna`. */
export function placeInWords({ organisation, zone, demo }: Scope): string {
  const place = [zone ?? 'all zones', organisation ?? 'all organisations'].join(', ');
  return demo === 'only' ? `${place}, demo records only` : place;
}

/** The report's code, and the beginning of the SHA-256 of its longest form. */
export function numberOf(kind: ReportKind, body: Body & object): string {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return `${reportTypes[kind].code.replace('&', '')}-${hash.slice(0, 10)}`.toUpperCase();
}
