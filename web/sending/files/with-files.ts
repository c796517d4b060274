import { sayEnglish } from '#contract/language.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { upload } from '#web/api/upload.ts';
import { isMetered, wasCutOffLately } from '#web/device/network.ts';
import { outcomeOfSending } from '../ask.ts';
import { bodyOf } from '../requests.ts';
import { anyAnswer, type Outcome } from '../rules.ts';
import { sendWords } from '../steps.ts';
import type { WaitingFile, WaitingRecord } from '../waiting-record.ts';
import type { Announced } from './announce.ts';

/** All files that go with their words are at most so large together. Bytes. */
const mostAtOnce = 2 * 1024 * 1024;

/**
 * True if the files of a collision go with its words: few, without a video, over a line that holds.
 */
const goTogether = (files: readonly Pick<WaitingFile, 'field' | 'bytes'>[]): boolean =>
  navigator.onLine &&
  !isMetered() &&
  !wasCutOffLately() &&
  files.every(({ field }) => field !== 'vid') &&
  files.reduce((sum, { bytes }) => sum + bytes, 0) <= mostAtOnce;

/**
 * Sends a collision with its files where they go together, else the words alone. `onProgress` hears
 * in words how much of it has been sent.
 */
export function sendWithFiles(
  userId: string,
  record: WaitingRecord,
  files: readonly Announced[],
  onProgress: (words: string) => void,
): Promise<Outcome> {
  if (record.kind !== 'collision' || !goTogether(record.files)) return sendWords(userId, record);
  return outcomeOfSending(userId, undefined, () =>
    upload(anyAnswer(createCollision), {
      body: bodyOf<typeof createCollision>(record),
      files: files.map(({ file: { field }, content }) => ({ name: field, file: content })),
      kept: true,
      onProgress: (sentBytes, allBytes) => {
        const [number, all] = [Math.ceil(sentBytes / 1024), Math.ceil(allBytes / 1024)];
        onProgress(sayEnglish('{number} of {all} KB sent.', { number, all }));
      },
    }),
  );
}
