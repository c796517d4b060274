import type { AccountState } from '#contract/places.ts';
import type { User } from '#contract/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';

/** Tells the other state admins of each new one. */
export function tellOfAdded(deps: Deps, caller: Caller, added: readonly User[]): void {
  for (const user of added) if (user.role === 'state admin') tellOfAdmin(deps, caller, user);
}

export function tellOfAdmin(
  deps: Deps,
  caller: Caller,
  { id, firstName, lastName, email, state }: User,
): void {
  const text = `${caller.name} has made ${firstName} ${lastName} (${email}) a state admin of ${state ?? 'all organisations'}.`;
  const news = { state, except: [id], subject: 'A new state admin', text };
  inBackground(deps, tellAdmins(deps, caller, news));
}

interface News {
  /** The state whose admins are told; null is told to those of all organisations only. */
  readonly state: AccountState | null;
  readonly except?: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/**
 * Mails the other state admins who look after a state what one of them did, so that nothing of
 * weight is done unseen. Fails with the first mail that can't be sent.
 */
export async function tellAdmins(
  { db, mailer }: Pick<Deps, 'db' | 'mailer'>,
  caller: Pick<Caller, 'userId' | 'demo'>,
  { state, except = [], subject, text }: News,
): Promise<void> {
  const others = await db
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('role', '=', 'state admin')
    .where('active', '=', true)
    .where('demo', '=', caller.demo)
    .where('zone', 'is', null)
    .where((eb) => eb.or([eb('state', 'is', null), eb('state', '=', state)]))
    .where('id', 'not in', [caller.userId, ...except])
    .execute();
  for (const { email, first_name } of others) {
    const closing = 'If you did not expect this, look at it in Hanya and ask.';
    const mail = `Hello ${first_name},\n\n${text}\n\n${closing}\n`;
    await mailer.send({ to: email, subject: `Hanya: ${subject}`, text: mail });
  }
}

/** Mails are not waited for: the change is made, whatever becomes of them. */
export function inBackground({ log }: Pick<Deps, 'log'>, mailing: Promise<void>): void {
  mailing.catch((error: unknown) => log.error(error, 'a mail could not be sent'));
}
