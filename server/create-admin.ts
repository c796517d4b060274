import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { newPasswordSchema } from '#contract/passwords.ts';
import { accountStates } from '#contract/places.ts';
import { emailSchema, requiredText } from '#contract/text.ts';
import { type Config, readConfig } from './config.ts';
import { closeDatabase, type Database, openDatabase } from './db/database.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate, requireMigrated } from './db/migrate.ts';
import { insertAdmin, whyNotPassword } from './features/auth/commands.ts';
import { hashPassword } from './features/auth/passwords.ts';
import { tellAdmins } from './features/users/commands.ts';
import { createMailer } from './gateways/mail.ts';
import { system } from './http/caller.ts';
import { takeLock } from './lock.ts';
import { queues } from './queues.ts';

/** Asks for the first state admin on the terminal (or reads four lines) and makes the account. */
const questions = [
  ['email', 'Email: ', emailSchema],
  ['firstName', 'First name: ', requiredText(60, 'Enter a first name.')],
  ['lastName', 'Last name: ', requiredText(60, 'Enter a last name.')],
  [
    'state',
    `State (${accountStates.join(', ')}; empty for all): `,
    z.union([z.literal('').transform(() => null), z.enum(accountStates)]),
  ],
  ['password', 'Password, at least 12 characters: ', newPasswordSchema],
] as const;

const adminSchema = z.object(
  Object.fromEntries(questions.map(([name, , schema]) => [name, schema])) as {
    [Q in (typeof questions)[number] as Q[0]]: Q[2];
  },
);

const answers = await ask();
const admin = adminSchema.safeParse(answers);
const tooEasy = admin.success ? whyNotPassword(admin.data.password, admin.data) : null;
if (!admin.success) {
  fail(admin.error.issues[0]?.message ?? 'The answers could not be read.');
} else if (tooEasy) {
  fail(tooEasy.error);
} else {
  const config = readConfig(process.env);
  // The embedded database serves one process at a time; an external PostgreSQL serves many.
  const lock = config.databaseUrl ? null : takeLock(config.dataDir, 'npm run create-admin');
  const embedded = lock && (await startEmbedded(config.dataDir, config));
  const appUrl = embedded?.appUrl ?? config.databaseUrl ?? '';
  await (config.migrates
    ? migrate(embedded?.ownerUrl ?? config.databaseOwnerUrl ?? appUrl, appUrl, { queues })
    : requireMigrated(appUrl, { queues }));
  const db = openDatabase(appUrl);
  try {
    const password_hash = await hashPassword(admin.data.password);
    const id = await db
      .transaction()
      .execute((trx) => insertAdmin(trx, system, { ...admin.data, password_hash }));
    process.stdout.write(`${admin.data.email} is a state admin now.\n`);
    await tellOf({ ...admin.data, id }, config, db).catch((error: unknown) => {
      process.stdout.write(`Not everybody could be told by mail: ${String(error)}\n`);
    });
  } catch (error) {
    const taken = error instanceof Error && error.message.includes('users_email');
    fail(taken ? `${admin.data.email} has an account already.` : String(error));
  } finally {
    await closeDatabase(db);
    await embedded?.stop();
    lock?.release();
  }
}

/** Whoever has the machine can do this: the owner of the address and the other state admins hear of it. */
async function tellOf(
  { id, email, firstName, lastName, state }: z.infer<typeof adminSchema> & { id: string },
  config: Config,
  db: Database,
): Promise<void> {
  const { smtpUrl, mailFrom: from, dataDir } = config;
  const mailer = createMailer({ smtpUrl, from, dataDir });
  const what = `a state admin of ${state ?? 'all organisations'}, at the server itself`;
  await mailer.send({
    to: email,
    subject: 'Your account for Hanya',
    text: `Hello ${firstName},\n\nYou were made ${what}.\n\nIf you did not expect this, tell whoever looks after Hanya.\n`,
  });
  await tellAdmins(
    { db, mailer },
    { userId: id, demo: false },
    {
      state,
      subject: 'A new state admin',
      text: `${firstName} ${lastName} (${email}) was made ${what}.`,
    },
  );
}

async function ask(): Promise<Record<string, string>> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  const answers: Record<string, string> = {};
  for (const [name, question] of questions) {
    process.stdout.write(question);
    const line = await lines.next();
    answers[name] = line.done ? '' : line.value.trim();
  }
  terminal.close();
  return answers;
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
