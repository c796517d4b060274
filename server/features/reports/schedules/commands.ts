import type { Kysely, Transaction } from 'kysely';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { headquarters } from '#contract/places.ts';
import { type readSchedule, scheduleSchema, type setSchedule } from '#contract/report-schedules.ts';
import { reportTypes, savedReport } from '#contract/reports.ts';
import { may } from '#contract/roles.ts';
import type { View } from '#contract/views.ts';
import type { DB } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { type Account, accountsIn } from '#server/features/auth/queries.ts';
import { findOwnView } from '#server/features/views/queries.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { invalid, notFound, type Outcome, Refusal } from '#server/http/refusal.ts';
import { chosenPlace } from '#server/scope/rules.ts';
import { dayOf } from '#server/time.ts';
import { nextRun } from './rules.ts';

type ScheduleDeps = Pick<Deps, 'db' | 'config'>;
type Answer = ResponseOf<typeof readSchedule>['data'];

/** One's own saved report: 404 for a view of a list. */
export async function findOwnReport(
  db: Deps['db'],
  caller: Caller,
  id: string,
): Promise<Outcome<View>> {
  const view = await findOwnView(db, caller, id);
  return view instanceof Refusal || view.screen === 'reports' ? view : notFound('report');
}

/** What a saved report asks for. */
export const savedAs = (query: string) =>
  savedReport.parse(Object.fromEntries(new URLSearchParams(query)));

/** The open accounts of its owner's organisation that may read a saved report. */
export async function readersOf(
  db: Kysely<DB>,
  demoMode: boolean,
  { scope, demo }: Pick<Caller, 'scope' | 'demo'>,
  query: string,
): Promise<Account[]> {
  const accounts = await accountsIn(db, demoMode, { ...scope, zone: null });
  return accounts.filter(
    ({ caller }) =>
      caller.demo === demo &&
      may(caller.role, 'see reconciliation') &&
      !(chosenPlace(caller.scope, savedAs(query)) instanceof Refusal),
  );
}

export async function scheduleOf(
  { db, config }: ScheduleDeps,
  caller: Caller,
  view: View,
): Promise<Answer> {
  const row = await db
    .selectFrom('report_schedules')
    .selectAll()
    .where('view_id', '=', view._id)
    .executeTakeFirst();
  const readers = await readersOf(db, config.demo, caller, view.query);
  return {
    schedule: row
      ? scheduleSchema.parse({
          rhythm: row.rhythm,
          hour: row.hour,
          form: row.form,
          until: row.until,
          recipients: row.recipients,
          sendsNothing: row.sends_nothing,
        })
      : null,
    nextAt: row?.next_at.toISOString() ?? null,
    ended: row?.ended ?? '',
    mailed: config.smtpUrl !== undefined,
    domain: config.reportMailDomain ?? null,
    readers: readers.map(({ caller: { userId: id, name, role, scope } }) => ({
      id,
      name,
      role,
      zone: scope.zone ?? headquarters,
    })),
  };
}

const noMail = new Refusal(
  409,
  'no_mail',
  'No mail is set up, so nothing can be sent. Ask an operator for it.',
);

export async function setScheduleOf(
  deps: ScheduleDeps,
  { actor, caller }: { readonly actor: Actor; readonly caller: Caller },
  view: View,
  { sendsNothing, ...body }: BodyOf<typeof setSchedule>,
): Promise<Outcome<Answer>> {
  const { db, config } = deps;
  if (config.smtpUrl === undefined) return noMail;
  if (body.form !== 'link' && config.reportMailDomain === undefined)
    return invalid(
      'form',
      'Files are mailed within the authority’s own domain alone, and none is set.',
    );
  const { kind, period } = savedAs(view.query);
  if (reportTypes[kind].isOfDays && period === undefined)
    return invalid(
      'view',
      'The days of this report never change. Save it with a period such as last month.',
    );
  if (body.until !== null && body.until < dayOf(new Date()))
    return invalid('until', 'Choose a last day that is not over.');
  const readers = await readersOf(db, config.demo, caller, view.query);
  const known = new Set(readers.map(({ caller: { userId } }) => userId));
  if (!body.recipients.every((id) => known.has(id)))
    return invalid('recipients', 'Choose people of your organisation who may read this report.');
  const next_at = nextRun(body.rhythm, body.hour, new Date());
  const row = { ...body, sends_nothing: sendsNothing, next_at, ended: null };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('report_schedules')
      .values({ view_id: view._id, ...row })
      .onConflict((conflict) => conflict.column('view_id').doUpdateSet(row))
      .execute();
    await writeAudit(trx, actor, {
      event: 'report.schedule-set',
      record: 'view',
      id: view._id,
      before: null,
      after: { ...body, sendsNothing },
    });
  });
  return scheduleOf(deps, caller, view);
}

/** Sends a report no longer, once; the trail says why. */
export async function endScheduleOf(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  const ended = await trx
    .updateTable('report_schedules')
    .set({ ended: reason })
    .where('view_id', '=', id)
    .where('ended', 'is', null)
    .returning('view_id')
    .executeTakeFirst();
  if (!ended) return;
  const after = { reason };
  await writeAudit(trx, actor, {
    event: 'report.schedule-ended',
    record: 'view',
    id,
    before: null,
    after,
  });
}
