import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from './journey.ts';
import type { TestApp } from './test-app.ts';

/** The texts of the mails to an address, the oldest first, as their reader sees them. */
export async function mailsTo({ dataDir }: TestApp, email: string): Promise<string[]> {
  const folder = path.join(dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    files.sort().map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  return mails.filter((mail) => mail.includes(`To: ${email}\r\n`)).map(textOf);
}

/** The newest mail to an address, once there are at least so many. */
export async function mailTo(app: TestApp, email: string, atLeast = 1): Promise<string> {
  await until(`${email} has mail`, async () => (await mailsTo(app, email)).length >= atLeast);
  return (await mailsTo(app, email)).at(-1) ?? '';
}

/** Waits for a mail to an address that says this. */
export const mailSaying = (app: TestApp, email: string, text: string): Promise<void> =>
  until(`${email} is told: ${text}`, async () =>
    (await mailsTo(app, email)).some((mail) => mail.includes(text)),
  );

/** The code at the end of the link in a mail. */
export const codeIn = (mail: string): string => /resetpassword#(\S+)/.exec(mail)?.[1] ?? '';

function textOf(mail: string): string {
  return mail
    .replaceAll('=\r\n', '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    );
}
