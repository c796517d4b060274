import { sql } from 'kysely';
import type { HeldDuty } from '#contract/duties.ts';
import type { AccountState } from '#contract/places.ts';
import type { User } from '#contract/users.ts';
import type { Deps } from '#server/deps.ts';
import { today } from '#server/features/offences/queries.ts';
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
  /** Those who hold this duty in force are told too, whatever their role. */
  readonly holders?: { readonly duty: HeldDuty; readonly organisation: string };
  readonly subject: string;
  readonly text: string;
}

/**
 * Mails the other state admins who look after a state, and holders of a duty, what one of them did, so that nothing of
 * weight is done unseen. Fails with the first mail that can't be sent.
 */
export async function tellAdmins(
  { db, mailer }: Pick<Deps, 'db' | 'mailer'>,
  caller: Pick<Caller, 'userId' | 'demo'>,
  { state, except = [], holders, subject, text }: News,
): Promise<void> {
  const others = await db
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('active', '=', true)
    .where('demo', '=', caller.demo)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('role', '=', 'state admin'),
          eb('zone', 'is', null),
          eb.or([eb('state', 'is', null), eb('state', '=', state)]),
        ]),
        eb.exists(
          eb
            .selectFrom('duties')
            .select('duties.id')
            .whereRef('duties.user_id', '=', 'users.id')
            .where('duties.duty', '=', holders?.duty ?? '')
            .where('duties.organisation', '=', holders?.organisation ?? '')
            .where('duties.ended_at', 'is', null)
            .where(sql<boolean>`(duties.until is null or duties.until >= ${today})`),
        ),
      ]),
    )
    .where('id', 'not in', [caller.userId, ...except])
    .execute();
  for (const { email, first_name } of others) {
    const closing = 'If you did not expect this, check it in Hanya and ask the person who did it.';
    const mail = `Hello ${first_name},\n\n${text}\n\n${closing}\n`;
    await mailer.send({ to: email, subject: `Hanya: ${subject}`, text: mail });
  }
}

/** Mails are not waited for: the change is made, whatever becomes of them. */
export function inBackground({ log }: Pick<Deps, 'log'>, mailing: Promise<void>): void {
  mailing.catch((error: unknown) => log.error(error, 'a mail could not be sent'));
}
