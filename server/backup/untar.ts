import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { hasCode } from '#server/process/data-folder.ts';

/**
 * Unpacks a tar into a folder that is there. Answers what tar complains of, or undefined if all is
 * unpacked. Throws what reading the bytes throws.
 */
export async function untar(
  bytes: AsyncIterable<Uint8Array>,
  into: string,
): Promise<string | undefined> {
  const tar = spawn('tar', ['--no-same-owner', '-xf', '-', '-C', into], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const [said, [status]] = await Promise.all([
    text(tar.stderr),
    once(tar, 'close') as Promise<[number | null]>,
    pipeline(bytes, tar.stdin).catch((error: unknown) => {
      // It ended before it had read all: after the last file, or because it can't go on, which it says.
      if (!hasCode(error, 'EPIPE') && !hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
    }),
  ]);
  return status === 0 ? undefined : said.trim() || `tar ended with ${String(status)}`;
}
