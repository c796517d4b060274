import { sql } from 'kysely';
import { fromKysely } from 'pg-boss';
import { ulid } from 'ulid';
import { type Rhythm, rhythms } from '#contract/modules/reports/report-schedules.ts';
import { reportOfDay, type ReportFormat, reportRows } from '#contract/modules/reports/reports.ts';
import { may } from '#contract/roles.ts';
import type { Database } from '#server/db/database.ts';
import type { JobTaker } from '#server/db/queues.ts';
import { failedQueue } from '#server/db/queues.ts';
import { onPrimary } from '#server/db/reading/one-read.ts';
import { isBeforeRestore, maybeSent } from '#server/db/restored.ts';
import type { Deps } from '#server/deps.ts';
import type { Trouble } from '#server/features/alarms/queries.ts';
import { type Account, accountsIn } from '#server/features/auth/queries.ts';
import { mayHaveBeenMailed } from '#server/gateways/mail.ts';
import { system } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { listAt } from '../body.ts';
import { exportReportOf } from '../commands.ts';
import { reportOf } from '../queries.ts';
import { endScheduleOf, readersOf, savedAs } from './commands.ts';
import { isInDomain, nextRun, saysNothing } from './rules.ts';

/** Retried for two days with growing pauses, while the mail server is down. */
export const reportQueue = {
  name: 'mail-report',
  retryLimit: 600,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 300,
  deadLetter: failedQueue.name,
} as const;

interface ReportJob {
  /** Of `report_mails`. */
  readonly id: string;
}

/** Mails reports that are due, one after another. */
export async function workReports(boss: JobTaker, deps: Deps): Promise<void> {
  const polling = { pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
  await boss.work<ReportJob>(reportQueue.name, polling, async ([job]) => {
    if (job) await mailReport(deps, job.data);
  });
}

const everybody = { organisation: null, zone: null, demo: 'included' } as const;

/**
 * Queues the mails of the run that is due first, or ends its schedule; answers how many schedules were
 * due. A run that was missed is made up for its own days, unless it may have been sent before a
 * restore.
 */
export async function queueDueReport(
  { db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>,
  now = new Date(),
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('report_schedules as schedule')
      .innerJoin('saved_views as view', 'view.id', 'schedule.view_id')
      .where('ended', 'is', null)
      .where('next_at', '<=', now)
      .select(['view_id', 'rhythm', 'hour', 'recipients', 'until', 'next_at'])
      .select(['query', 'user_id', 'removed_at'])
      .orderBy('next_at')
      .limit(1)
      .forUpdate('schedule')
      .skipLocked()
      .executeTakeFirst();
    if (!due) return 0;
    const end = (reason: string) => endScheduleOf(trx, system, due.view_id, reason);
    const [account] = await accountsIn(trx, config.demo, everybody, [due.user_id]);
    const owner = account?.caller;
    if (due.removed_at) await end('The report was removed.');
    else if (!owner || !may(owner.role, 'see reconciliation'))
      await end('The person who set up the email can no longer read the report.');
    else {
      const readers = await readersOf(trx, config.demo, owner, due.query);
      const to = readers.filter(({ caller }) => due.recipients.includes(caller.userId));
      if (to.length === 0) await end('No recipient can read the report any more.');
      const isHeld = await isBeforeRestore(trx, due.next_at);
      const held = isHeld ? { done_at: new Date(), problem: maybeSent } : {};
      for (const { caller } of to) {
        const mail = { id: ulid(), view_id: due.view_id, due_at: due.next_at, ...held };
        const row = { ...mail, user_id: caller.userId };
        await trx.insertInto('report_mails').values(row).execute();
        if (!isHeld) await jobs.send(reportQueue.name, { id: mail.id }, { db: fromKysely(trx) });
      }
      const next_at = nextRun(due.rhythm as Rhythm, due.hour, due.next_at);
      const schedule = trx.updateTable('report_schedules').set({ next_at });
      await schedule.where('view_id', '=', due.view_id).execute();
      if (due.until !== null && dayOf(next_at) > due.until)
        await end('The last day for sending it has passed.');
    }
    return 1;
  });
}

/** Sends one mail, once: one that may have been sent before a crash isn't sent again. */
async function mailReport(deps: Deps, { id }: ReportJob): Promise<void> {
  const { db, config, mailer } = deps;
  const note = (values: { begun_at?: Date | null; done_at?: Date; problem?: string | null }) =>
    db.updateTable('report_mails').set(values).where('id', '=', id).where('done_at', 'is', null);
  const mail = await openMail(db, id);
  if (!mail) return;
  if (mail.begun_at) {
    const problem =
      'The server stopped while it was sending the email, so the email may or may not have arrived.';
    await note({ done_at: new Date(), problem }).execute();
    return;
  }
  const accounts = await accountsIn(db, config.demo, everybody, [mail.user_id, mail.owner]);
  const accountOf = (user: string) => accounts.find(({ caller }) => caller.userId === user);
  const to = accountOf(mail.user_id);
  let isAsked = false;
  try {
    const message = to && (await messageFor(deps, to, accountOf(mail.owner)?.caller.name, mail));
    if (message) {
      const begun = await note({ begun_at: new Date() }).where('begun_at', 'is', null).execute();
      if (begun[0]?.numUpdatedRows !== 1n) return;
      isAsked = true;
      await mailer.send(message);
    }
  } catch (error) {
    if (isAsked && mayHaveBeenMailed(error)) {
      const problem =
        'The mail server did not say whether it accepted the email, so the email may or may not have arrived.';
      await note({ done_at: new Date(), problem }).execute();
      return;
    }
    const problem = error instanceof Error ? error.message : 'Hanya could not send the email.';
    await note({ begun_at: null, problem }).execute();
    throw error;
  }
  await note({ done_at: new Date(), problem: null }).execute();
}

const openMail = (db: Database, id: string) =>
  db
    .selectFrom('report_mails as mail')
    .innerJoin('report_schedules as schedule', 'schedule.view_id', 'mail.view_id')
    .innerJoin('saved_views as view', 'view.id', 'mail.view_id')
    .where('mail.id', '=', id)
    .where('done_at', 'is', null)
    .select([
      'mail.user_id',
      'problem',
      'due_at',
      'begun_at',
      'form',
      'rhythm',
      'hour',
      'sends_nothing',
    ])
    .select(['view.name', 'view.query', 'view.user_id as owner'])
    .executeTakeFirst();

type Mail = NonNullable<Awaited<ReturnType<typeof openMail>>>;

/** Undefined where it may not be read any more, or there is nothing to report. */
async function messageFor(
  deps: Deps,
  { caller, email }: Account,
  maker: string | undefined,
  { due_at, form, rhythm, hour, sends_nothing, name, query, problem }: Mail,
) {
  if (!may(caller.role, 'see reconciliation')) return undefined;
  const { organisation = caller.scope.organisation ?? undefined, ...saved } = savedAs(query);
  const asked = { ...reportOfDay(saved, dayOf(due_at)), organisation };
  const report = await onPrimary(() => reportOf(deps, caller, asked, reportRows.screen));
  if (report instanceof Refusal) throw new Error(report.error);
  const isEmpty = saysNothing(report);
  if (isEmpty && !sends_nothing) return undefined;
  const isFile = form !== 'link' && !caller.lacksFactor;
  const isIn = isInDomain(email, deps.config.reportMailDomain);
  const file =
    isFile && isIn
      ? await onPrimary(() =>
          exportReportOf(
            deps,
            system,
            caller,
            { ...asked, format: form as ReportFormat },
            problem === null,
          ),
        )
      : undefined;
  if (file instanceof Refusal) throw new Error(file.error);
  const days = report.days ? `${report.days.from} to ${report.days.to}` : dayOf(due_at);
  const often = rhythms[rhythm as Rhythm];
  const lines = [
    `Hello ${caller.name},`,
    `${name}, ${days}. Figures for ${report.place}, limited to what you can see.`,
    isEmpty && 'There is nothing to report.',
    isFile &&
      !isIn &&
      'This email does not have a file, because your address is not one of the authority’s own.',
    `Sign in and open the report here:\n\n${listAt(`${deps.config.publicUrl}/reports`, asked)}`,
    `${maker ?? 'A colleague'} set up this email. It comes ${often.charAt(0).toLowerCase()}${often.slice(1)} at ${String(hour).padStart(2, '0')}:00. Ask them to stop the email if you no longer want it.`,
  ];
  return {
    to: email,
    subject: `Hanya: ${name}, ${days}`,
    text: `${lines.filter(Boolean).join('\n\n')}\n`,
    ...(file && { file }),
  };
}

/** For so many days an operator is told of a report that could not be sent. */
const troubledDays = 3;
/** A mail is begun within seconds; one that nobody has begun for longer was forgotten. */
const forgottenMs = 3_600_000;

export async function reportTroubles(db: Database): Promise<Trouble[]> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::integer as number from report_mails
    where problem is not null and due_at > now() - make_interval(days => ${troubledDays})
      or done_at is null
        and id between ${ulid(Date.now() - troubledDays * dayMs)}
          and ${ulid(Date.now() - forgottenMs)}`.execute(db);
  const number = rows[0]?.number ?? 0;
  if (number === 0) return [];
  const words = `${number === 1 ? 'An email with a report' : `${number} emails with reports`} could not be sent. See Failed work under Operations, and check the mail server.`;
  return [{ name: 'reports', words }];
}
