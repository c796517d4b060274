import type { Selectable, Transaction } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { HandedLink, sendLink } from '#contract/user-changes.ts';
import type { JobTaker } from '#server/db/queues.ts';
import { failedQueue } from '#server/db/queues.ts';
import type { DB, Users } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { linkAddress, makeLink, voidLinks } from '#server/features/auth/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import { lockUsers } from './locked-users.ts';
import { whyNotLinked } from './rules.ts';

/** Retried for two days with growing pauses, while the mail server is down. */
export const linkQueue = {
  name: 'mail-link',
  retryLimit: 600,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 60,
  deadLetter: failedQueue.name,
} as const;

interface LinkJob {
  readonly userId: string;
  /** The name of whoever sends it. */
  readonly by: string;
}

/** A first link opens for so many days: its owner may begin work some days later. */
const firstLinkDays = 7;
const laterLinkDays = 1;

const daysOf = (ownPassword: boolean): number => (ownPassword ? laterLinkDays : firstLinkDays);
const minutesOf = (ownPassword: boolean): number => daysOf(ownPassword) * 24 * 60;

/** Queues the mail with a link in the transaction of the change that it is about. */
export async function queueLink(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<DB>,
  job: LinkJob,
): Promise<void> {
  await jobs.send(linkQueue.name, job, { db: fromKysely(trx) });
}

/** Mails the links that were queued, one after another. */
export async function workLinks(boss: JobTaker, deps: Deps): Promise<void> {
  const polling = { pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
  await boss.work<LinkJob>(linkQueue.name, polling, async ([job]) => {
    if (job) await mailLink(deps, job.data);
  });
}

async function mailLink(deps: Deps, { userId, by }: LinkJob): Promise<void> {
  const user = await deps.db
    .selectFrom('users')
    .select(['email', 'first_name', 'role', 'own_password', 'active'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.active) return;
  const days = daysOf(user.own_password);
  const link = await deps.db
    .transaction()
    .execute(async (trx) => (await makeLink(trx, userId, minutesOf(user.own_password))).code);
  const within = `Open this link within ${days} ${days === 1 ? 'day' : 'days'} to set your password:\n\n${linkAddress(deps, link)}`;
  await deps.mailer.send({
    to: user.email,
    ...(user.own_password
      ? {
          subject: 'Set a new Hanya password',
          text: `Hello ${user.first_name},\n\n${by} has sent you a link to set a new password. ${within}\n\nIf you did not ask for this, ignore this email. Your password stays the same.\n`,
        }
      : {
          subject: 'Your Hanya account',
          text: `Hello ${user.first_name},\n\n${by} has added an account for you as ${user.role}. ${within}\n\nUntil you have set your own password, you cannot confirm or withdraw what another person did. If the link has expired, select Forgot password on the sign-in page.\n`,
        }),
  });
}

/** Sends a user a link, or answers it where no mail is set up. */
export async function linkFor(
  deps: Deps,
  actor: Actor,
  caller: Caller,
  id: string,
): Promise<Outcome<ResponseOf<typeof sendLink>['data']>> {
  const mailed = deps.config.smtpUrl !== undefined;
  return deps.db.transaction().execute(async (trx) => {
    const target = (await lockUsers(trx, [id])).get(id);
    if (!target) return notFound('user');
    const why = whyNotLinked(target.standing, caller.userId, mailed);
    if (why) return why;
    const { email, own_password } = target.row;
    if (!mailed) return { email, ...(await linkByHand(deps, trx, actor, target.row)) };
    await queueLink(deps, trx, { userId: id, by: caller.name });
    const until = new Date(Date.now() + minutesOf(own_password) * 60_000).toISOString();
    await noteLink(trx, actor, id, { sent: 'by mail', until });
    return { email, until, link: null };
  });
}

type LinkedUser = Pick<Selectable<Users>, 'id' | 'own_password'>;

/** A link that whoever added the account hands over. It is answered once, and the trail says so. */
async function linkByHand(
  deps: Pick<Deps, 'config'>,
  trx: Transaction<DB>,
  actor: Actor,
  { id, own_password }: LinkedUser,
): Promise<{ link: string; until: string }> {
  // One link at once lies about on paper.
  await voidLinks(trx, id);
  const { code, expiresAt } = await makeLink(trx, id, minutesOf(own_password), 'paper');
  const until = expiresAt.toISOString();
  await noteLink(trx, actor, id, { sent: 'by hand', until });
  return { link: linkAddress(deps, code), until };
}

/** The link of an account that is being added; null where it is mailed. */
export async function handedLink(
  deps: Pick<Deps, 'config'>,
  trx: Transaction<DB>,
  actor: Actor,
  row: Selectable<Users>,
): Promise<HandedLink | null> {
  if (deps.config.smtpUrl !== undefined) return null;
  const { email, first_name, last_name } = row;
  const link = await linkByHand(deps, trx, actor, row);
  return { name: `${first_name} ${last_name}`, email, ...link };
}

const noteLink = (
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  after: { readonly sent: 'by mail' | 'by hand'; readonly until: string },
) => writeAudit(trx, actor, { event: 'user.link-made', record: 'user', id, before: null, after });
