import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMailer, mayHaveBeenMailed } from '#server/gateways/mail.ts';
import { startSmtpListener } from './smtp-listener.ts';

const from = 'Traffic authority <no-reply@hanya.test>';
const message = {
  to: 'musa@example.test',
  subject: 'Reset your password',
  text: 'Open http://127.0.0.1:4400/resetpassword#abc to choose a new password.',
};

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'hanya-mail-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('without an SMTP server', () => {
  test('a message becomes one readable .eml file that only the owner may read', async () => {
    await createMailer({ from, dataDir }).send(message);
    const folder = path.join(dataDir, 'mail');
    const names = await readdir(folder);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT.*-musa_example\.test-[0-9a-f]{8}\.eml$/);
    const file = path.join(folder, names[0] ?? '');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const written = await readFile(file, 'utf8');
    expect(written).toContain('From: Traffic authority <no-reply@hanya.test>\r\n');
    expect(written).toContain('To: musa@example.test\r\n');
    expect(written).toContain('Subject: Reset your password\r\n');
    expect(written).toContain(message.text);
  });

  test('a hostile recipient neither leaves the mail folder nor adds a header', async () => {
    const to = '../../x/é\r\nBcc: other@example.test, third@example.test';
    await createMailer({ from, dataDir }).send({ ...message, to });
    const folder = path.join(dataDir, 'mail');
    const names = await readdir(folder);
    expect(await readdir(dataDir)).toEqual(['mail']);
    expect(names).toHaveLength(1);
    const written = await readFile(path.join(folder, names[0] ?? ''), 'utf8');
    expect(written).not.toMatch(/^Bcc:/im);
  });

  test('two messages to one person at one moment are two files', async () => {
    const mailer = createMailer({ from, dataDir });
    await Promise.all([mailer.send(message), mailer.send(message)]);
    expect(await readdir(path.join(dataDir, 'mail'))).toHaveLength(2);
  });
});

describe('with an SMTP server', () => {
  test('a message is handed to it and no file is written', async () => {
    const listener = await startSmtpListener();
    try {
      await createMailer({ smtpUrl: listener.url, from, dataDir }).send(message);
      expect(listener.received).toHaveLength(1);
      expect(listener.received[0]?.recipients).toEqual(['RCPT TO:<musa@example.test>']);
      expect(listener.received[0]?.data).toContain('Subject: Reset your password');
      expect(listener.received[0]?.data).toContain(message.text);
      expect(await readdir(dataDir)).toEqual([]);
    } finally {
      await listener.close();
    }
  });

  test('a server that is not there is an error, not a silent loss', async () => {
    const listener = await startSmtpListener();
    await listener.close();
    const mailer = createMailer({ smtpUrl: listener.url, from, dataDir });
    await expect(mailer.send(message)).rejects.toThrow();
  });
});

describe('a mail that failed may have arrived', () => {
  const errorOf = (smtpUrl: string) =>
    createMailer({ smtpUrl, from, dataDir })
      .send(message)
      .then(
        () => undefined,
        (error: unknown) => error,
      );

  test('where the server hung up once it had all of it', async () => {
    const listener = await startSmtpListener();
    listener.vanishes(true);
    expect(mayHaveBeenMailed(await errorOf(listener.url))).toBe(true);
    expect(listener.received).toHaveLength(1);
    await listener.close();
    expect(mayHaveBeenMailed(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }))).toBe(
      true,
    );
  });

  test('but not where it refused it, or where nobody listens', async () => {
    const listener = await startSmtpListener();
    listener.refuses(true);
    expect(mayHaveBeenMailed(await errorOf(listener.url))).toBe(false);
    await listener.close();
    expect(mayHaveBeenMailed(await errorOf(listener.url))).toBe(false);
    const never = { code: 'ETIMEDOUT', timeoutType: 'CONNECTION_TIMEOUT' };
    expect(mayHaveBeenMailed(Object.assign(new Error('Timeout'), never))).toBe(false);
  });
});
