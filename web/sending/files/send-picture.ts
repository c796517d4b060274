import { addPicture } from '#contract/booking-pictures.ts';
import { upload } from '#web/api/upload.ts';
import { anyAnswer } from '../rules.ts';
import type { WaitingFile } from '../waiting-record.ts';

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
