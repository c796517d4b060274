import type { Deps } from '#server/deps.ts';

interface OwnerMail {
  readonly subject: string;
  /** Follows the greeting. */
  readonly text: string;
}

/** Mails the owner of an account. The caller doesn't wait, and a failure is only logged. */
export function tellOwner(
  { db, mailer, log }: Pick<Deps, 'db' | 'mailer' | 'log'>,
  userId: string,
  { subject, text }: OwnerMail,
): void {
  const send = async () => {
    const { email, first_name } = await db
      .selectFrom('users')
      .select(['email', 'first_name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await mailer.send({ to: email, subject, text: `Hello ${first_name},\n\n${text}\n` });
  };
  send().catch((error: unknown) =>
    log.error(error, 'a mail to the owner of an account could not be sent'),
  );
}
