import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { newPasswordSchema } from '#contract/passwords.ts';
import { accountStates } from '#contract/places.ts';
import { emailSchema, requiredText } from '#contract/text.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { insertAdmin, whyNotPassword } from '../features/auth/commands.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { tellAdmins } from '../features/users/commands.ts';
import { createMailer } from '../gateways/mail.ts';
import { system } from '../http/caller.ts';
import { type DatabaseUrls, prepareDatabase, withDatabase } from '../process/opened-database.ts';
import { StartError } from '../process/start-error.ts';

/**
 * Asks for a state admin on the terminal, or reads five lines, and makes the account. It works
 * beside a running server or without one.
 */
const questions = [
  ['email', 'Email: ', emailSchema],
  ['firstName', 'First name: ', requiredText(60, 'Enter a first name.')],
  ['lastName', 'Last name: ', requiredText(60, 'Enter a last name.')],
  [
    'state',
    `State (${accountStates.join(', ')}; leave empty for all): `,
    z.union(
      [z.literal('').transform(() => null), z.enum(accountStates)],
      `Enter ${accountStates.join(', ')}, or nothing for all states.`,
    ),
  ],
  ['password', 'Password, at least 12 characters: ', newPasswordSchema],
] as const;

const adminSchema = z.object(
  Object.fromEntries(questions.map(([name, , schema]) => [name, schema])) as {
    [Q in (typeof questions)[number] as Q[0]]: Q[2];
  },
);

try {
  await makeAdmin(readConfig(process.env));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  fail(error.message);
}

async function makeAdmin(config: Config): Promise<void> {
  const admin = adminSchema.safeParse(await ask());
  if (!admin.success) {
    fail(admin.error.issues[0]?.message ?? 'The answers could not be read.');
    return undefined;
  }
  const tooEasy = whyNotPassword(admin.data.password, admin.data);
  if (tooEasy) {
    fail(tooEasy.error);
    return undefined;
  }
  const password_hash = await hashPassword(admin.data.password);
  const prepare = (urls: DatabaseUrls) => prepareDatabase(config, urls);
  return withDatabase(
    config,
    'hanya create-admin',
    async (db) => {
      try {
        const id = await db
          .transaction()
          .execute((trx) => insertAdmin(trx, system, { ...admin.data, password_hash }));
        process.stdout.write(`${admin.data.email} is now a state admin.\n`);
        await tellOf({ ...admin.data, id }, config, db).catch((error: unknown) => {
          process.stdout.write(`Hanya could not tell everybody by email: ${String(error)}\n`);
        });
      } catch (error) {
        const taken = error instanceof Error && error.message.includes('users_email');
        if (!taken) throw error;
        fail(`${admin.data.email} already has an account.`);
      }
    },
    prepare,
  );
}

/**
 * Anybody on the machine can do this: the owner of the address and the other state admins hear of
 * it.
 */
async function tellOf(
  { id, email, firstName, lastName, state }: z.infer<typeof adminSchema> & { id: string },
  config: Config,
  db: Database,
): Promise<void> {
  const { smtpUrl, mailFrom: from, dataDir } = config;
  const mailer = createMailer({ smtpUrl, from, dataDir });
  const what = `a state admin of ${state ?? 'all organisations'}. Somebody added the account on the server itself`;
  await mailer.send({
    to: email,
    subject: 'Your Hanya account',
    text: `Hello ${firstName},\n\nYou are now ${what}.\n\nIf you did not expect this, tell the person who runs the server.\n`,
  });
  await tellAdmins(
    { db, mailer },
    { userId: id, demo: false },
    {
      state,
      subject: 'A new state admin',
      text: `${firstName} ${lastName} (${email}) is now ${what}.`,
    },
  );
}

async function ask(): Promise<Record<string, string>> {
  let isSecret = false;
  // The terminal's own line editor writes back all that is typed but a password.
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isSecret) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({
    input: process.stdin,
    output,
    terminal: process.stdin.isTTY,
  });
  const lines = terminal[Symbol.asyncIterator]();
  const answers: Record<string, string> = {};
  for (const [name, question] of questions) {
    process.stdout.write(question);
    isSecret = name === 'password';
    const line = await lines.next();
    answers[name] = line.done ? '' : line.value.trim();
  }
  terminal.close();
  process.stdout.write('\n');
  return answers;
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
