import { addPicture } from '#contract/booking-pictures.ts';
import { upload } from '#web/api/upload.ts';
import type { Outcome } from '../rules.ts';
import { anyAnswer, settled } from '../steps.ts';
import type { WaitingFile, WaitingRecord } from '../waiting-record.ts';

/** A line on which nothing has moved for so long is cut. Milliseconds. */
const maxStillMs = 60_000;

type Picture = Pick<WaitingFile, 'id' | 'field' | 'sha256' | 'taken'>;

/** Sends a picture of a booking. Rejects with a `CallFailure`, or the reason of an abort. */
export async function uploadPicture(
  bookingId: string,
  { id, field, sha256, taken }: Picture,
  content: Blob,
  signal: AbortSignal,
): Promise<void> {
  const still = new AbortController();
  const cut = () => still.abort();
  let timer = setTimeout(cut, maxStillMs);
  const onProgress = () => {
    clearTimeout(timer);
    timer = setTimeout(cut, maxStillMs);
  };
  await upload(anyAnswer(addPicture), {
    params: { id: bookingId },
    body: {
      _id: id,
      shows: field === 'signature' ? 'signature' : 'scene',
      sha256,
      ...(taken && { taken }),
    },
    files: [{ name: 'img', file: new File([content], 'picture', { type: content.type }) }],
    kept: true,
    signal: AbortSignal.any([signal, still.signal]),
    onProgress,
  }).finally(() => clearTimeout(timer));
}

/** The step that sends a picture of a booking that waits. */
export async function sendPicture(
  userId: string,
  { _id }: WaitingRecord,
  file: WaitingFile,
  content: Blob,
  signal: AbortSignal,
): Promise<Outcome> {
  const outcome = await settled(userId, signal, () => uploadPicture(_id, file, content, signal));
  return outcome.is === 'refused' && outcome.code === 'arrived_damaged'
    ? { is: 'later', words: outcome.words }
    : outcome;
}
