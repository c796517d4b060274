import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Decrypter } from 'age-encryption';
import { hasCode } from './data-folder.ts';
import { StartError } from './start-error.ts';

/** Passes bytes on, changed. */
type Passage = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** How files are written: `pass` encrypts their bytes, and `ending` is added to their names. */
export interface Encryption {
  readonly ending: '' | '.age';
  readonly pass: Passage;
}

const asItIs: Passage = (source) => source;

/**
 * Encrypts to recipients of age (`age1…`), of whom each can read by himself; without any, bytes stay
 * as they are. Throws `StartError` for a recipient that is none.
 */
export async function encryptionTo(recipients: readonly string[] = []): Promise<Encryption> {
  if (recipients.length === 0) return { ending: '', pass: asItIs };
  // Loading it takes a tenth of a second, which an installation without it needn't wait.
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new StartError(
        `BACKUP_RECIPIENTS has ${recipient}, which is not a recipient. Copy the recipient again from the output of age-keygen.`,
      );
    }
  }
  return {
    ending: '.age',
    async *pass(source) {
      yield* await encrypter.encrypt(ReadableStream.from(source));
    },
  };
}

/** Answers for a path what turns the bytes of that file into what was written. */
export type Decryption = (path: string) => Passage;

/**
 * Decrypts files whose names end with `.age`, and leaves others as they are. The identities are read
 * with the first that needs them. Reading throws `StartError` where none of them opens a file.
 */
export function decryptionWith(identityFile: string | undefined): Decryption {
  let loading: Promise<Decrypter> | undefined;
  return (path) =>
    path.endsWith('.age')
      ? async function* (source) {
          if (identityFile === undefined)
            throw new StartError(
              `${path} is encrypted. Set BACKUP_IDENTITY_FILE to the file with the identity that decrypts it.`,
            );
          loading ??= readIdentities(identityFile);
          const decrypter = await loading;
          yield* await decrypter.decrypt(ReadableStream.from(source)).catch((error: unknown) => {
            if (!(error instanceof Error) || !error.message.startsWith('no identity matched'))
              throw error;
            throw new StartError(
              `${path} is encrypted for other recipients. The identity in ${identityFile} cannot decrypt this file.`,
            );
          });
        }
      : asItIs;
}

/** Nothing of the file is ever said. */
async function readIdentities(file: string): Promise<Decrypter> {
  const { Decrypter } = await import('age-encryption');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`BACKUP_IDENTITY_FILE cannot be read: ${reason}.`);
  });
  const decrypter = new Decrypter();
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
    if (identities.length > 0) return decrypter;
  } catch {
    // Said below.
  }
  throw new StartError(
    `BACKUP_IDENTITY_FILE is ${file}, which does not contain an identity. An identity is a line that begins with AGE-SECRET-KEY-1.`,
  );
}

/** Makes an identity in a new file, and answers its recipient. Throws `StartError`. */
export async function makeIdentity(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    const text = `# public key: ${recipient}\n${identity}\n`;
    await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
    return recipient;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const words = hasCode(error, 'EEXIST') ? 'there is already a file with that name' : reason;
    throw new StartError(`No identity was written to ${file}: ${words}.`);
  }
}

/** The path under which a file lies that may have been encrypted. */
export function storedAt(path: string): string {
  return existsSync(path) || !existsSync(`${path}.age`) ? path : `${path}.age`;
}
