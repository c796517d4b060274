import type { Kysely, Transaction } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  type endSchedule,
  type readSchedule,
  scheduleSchema,
  type setSchedule,
} from '#contract/modules/reports/report-schedules.ts';
import { reportTypes, savedReport } from '#contract/modules/reports/reports.ts';
import { headquarters } from '#contract/places.ts';
import { may } from '#contract/roles.ts';
import type { View } from '#contract/views.ts';
import type { Steps } from '#server/acts/carry-out.ts';
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
  'Email is not set up. Ask the person who runs the server to set it up.',
);

/** Sends one's own saved report by mail from now on. */
export const setting = (deps: ScheduleDeps): Steps<typeof setSchedule, View, View> => ({
  id: ({ _id }) => _id,
  lock: lockReport,
  rule: async ({ query }, { body, caller }, trx) => {
    const { config } = deps;
    if (config.smtpUrl === undefined) return noMail;
    if (body.form !== 'link' && config.reportMailDomain === undefined)
      return invalid(
        'form',
        'Hanya emails files only to the authority’s own email domain, and no domain is set. Select “A link”.',
      );
    const { kind, period } = savedAs(query);
    if (reportTypes[kind].isOfDays && period === undefined)
      return invalid(
        'view',
        'This report has fixed dates, so you cannot schedule it. Save it again with a period such as last month.',
      );
    if (body.until !== null && body.until < dayOf(new Date()))
      return invalid('until', 'Select today or a later day.');
    const readers = await readersOf(trx, config.demo, caller, query);
    const known = new Set(readers.map(({ caller: { userId } }) => userId));
    return body.recipients.every((id) => known.has(id))
      ? null
      : invalid('recipients', 'Select people in your organisation who can read this report.');
  },
  change: async (trx, { _id }, { body }) => {
    const { sendsNothing, ...told } = body;
    const next_at = nextRun(body.rhythm, body.hour, new Date());
    const row = { ...told, sends_nothing: sendsNothing, next_at, ended: null };
    await trx
      .insertInto('report_schedules')
      .values({ view_id: _id, ...row })
      .onConflict((conflict) => conflict.column('view_id').doUpdateSet(row))
      .execute();
    return { before: null, after: body };
  },
  answer: (trx, { caller }, view) => scheduleOf({ ...deps, db: trx }, caller, view),
});

/** Sends it no longer; harmless if it isn't sent. */
export const ending = (deps: ScheduleDeps): Steps<typeof endSchedule, View, View> => ({
  id: ({ _id }) => _id,
  lock: lockReport,
  change: async (trx, { _id }, { caller: { name } }) => {
    const reason = `${name} stopped this email.`;
    return (await end(trx, _id, reason)) ? { before: null, after: { reason } } : [];
  },
  answer: (trx, { caller }, view) => scheduleOf({ ...deps, db: trx }, caller, view),
});

/** Two changes of one schedule take turns, from the first one on. */
async function lockReport(
  trx: Transaction<DB>,
  { record }: { readonly record: View },
): Promise<View> {
  const row = trx.selectFrom('saved_views').select('id').where('id', '=', record._id);
  await row.forNoKeyUpdate().execute();
  return record;
}

/** Sends a report no longer, as the server finds out; the trail says why. */
export async function endScheduleOf(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> {
  if (await end(trx, id, reason))
    await writeAudit(trx, actor, {
      event: 'report.schedule-ended',
      record: 'view',
      id,
      before: null,
      after: { reason },
    });
}

/** False where it wasn't sent. */
async function end(trx: Transaction<DB>, id: string, reason: string): Promise<boolean> {
  const ended = await trx
    .updateTable('report_schedules')
    .set({ ended: reason })
    .where('view_id', '=', id)
    .where('ended', 'is', null)
    .returning('view_id')
    .executeTakeFirst();
  return ended !== undefined;
}
