import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isLoopback } from '#server/config/variables.ts';
import type { Download } from '#server/http/download.ts';
import { hasCode } from '#server/process/data-folder.ts';
import { dayMs } from '#server/time.ts';
import { neverConnected } from './gateway-call.ts';

interface MailMessage {
  /** One e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly file?: Pick<Download, 'name' | 'type' | 'content'> | undefined;
}

export interface Mailer {
  /** Resolves when the message is accepted by the SMTP server, or safely on disk. */
  send(message: MailMessage): Promise<void>;
}

interface MailerOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. Without it, messages become files. */
  readonly smtpUrl?: string | undefined;
  readonly from: string;
  readonly dataDir: string;
}

/** Loaded by the first message: it is a tenth of what a start would load. */
const nodemailer = async () => (await import('nodemailer')).default;

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const closed = { disableFileAccess: true, disableUrlAccess: true };

/**
 * Links for new passwords cross no network in the clear. A server elsewhere must offer TLS, unless
 * the address says `?ignoreTLS=true`.
 */
const settingsOf = (smtpUrl: string) => ({
  url: smtpUrl,
  requireTLS: !isLoopback(new URL(smtpUrl).hostname) && !smtpUrl.includes('ignoreTLS=true'),
  ...timeouts,
  ...closed,
});

const mailsIn = (dataDir: string): string => path.join(dataDir, 'mail');

/** Sends by SMTP when an address is configured, else writes `.eml` files to `<dataDir>/mail/`. */
export function createMailer({ smtpUrl, from, dataDir }: MailerOptions): Mailer {
  if (smtpUrl === undefined) return fileMailer(from, mailsIn(dataDir));
  const open = async () => (await nodemailer()).createTransport(settingsOf(smtpUrl));
  let transport: ReturnType<typeof open> | undefined;
  return {
    async send(message) {
      transport ??= open();
      await (await transport).sendMail(envelope(from, message));
    },
  };
}

/**
 * Whether a mail that failed may have arrived all the same. A reply of 400 or more takes nothing, and
 * before a connection, its greeting and a password nothing was sent. Any other end leaves it open.
 */
export function mayHaveBeenMailed(error: unknown): boolean {
  const said = error as Partial<
    Record<'code' | 'originalCode' | 'timeoutType', string> & { responseCode: number }
  >;
  if ((said.responseCode ?? 0) >= 400) return false;
  if (['EDNS', 'EAUTH', 'ETLS'].includes(said.code ?? '')) return false;
  if (/^(CONNECTION|GREETING)/.test(said.timeoutType ?? '')) return false;
  return !neverConnected.has(said.originalCode ?? said.code ?? '');
}

/** Asks an SMTP server whether it takes our name and password; throws what it says if not. */
export async function verifyMailer(smtpUrl: string): Promise<void> {
  const { createTransport } = await nodemailer();
  const transport = createTransport(settingsOf(smtpUrl));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function fileMailer(from: string, folder: string): Mailer {
  const settings = { streamTransport: true, buffer: true, newline: 'windows', ...closed } as const;
  return {
    async send(message) {
      const { createTransport } = await nodemailer();
      const transport = createTransport(settings);
      const { message: bytes } = await transport.sendMail(envelope(from, message));
      if (!Buffer.isBuffer(bytes)) throw new TypeError('The message was not built in memory.');
      await writeWhole(folder, fileName(message.to), bytes);
    },
  };
}

/** Removes mails that were written to files so many days ago, and answers how many. */
export async function pruneMails(dataDir: string, days: number): Promise<number> {
  const folder = mailsIn(dataDir);
  const before = new Date(Date.now() - days * dayMs).toISOString().replaceAll(':', '-');
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  // Each begins with its time.
  const old = names.filter((name) => name.endsWith('.eml') && name < before);
  for (const name of old) await rm(path.join(folder, name), { force: true });
  return old.length;
}

/** The recipient is given as one address, so that a comma in it can't add another. */
function envelope(from: string, { to, subject, text, file }: MailMessage) {
  const attachments = file
    ? [{ filename: file.name, contentType: file.type, content: file.content }]
    : [];
  return { from, to: { name: '', address: to }, subject, text, attachments };
}

function fileName(to: string): string {
  const time = new Date().toISOString().replaceAll(':', '-');
  const recipient = to.replaceAll(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80);
  return `${time}-${recipient}-${randomBytes(4).toString('hex')}.eml`;
}

/** Written under another name and renamed, so that nobody reads half a message. */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `.${name}.part`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path.join(folder, name));
}
