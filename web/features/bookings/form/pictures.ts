import { useState } from 'react';
import type { DraftFile } from '#web/forms/drafts/draft-store.ts';
import type { BookingDraft } from './draft.ts';

/** The pictures of a booking, at first those of a draft, and those that are being made smaller. */
export function usePictures(initial: readonly DraftFile[]) {
  const [files, setFiles] = useState(initial);
  const [preparing, setPreparing] = useState<readonly File[]>([]);
  return { files, setFiles, preparing, setPreparing, onContinue: setFiles };
}
export type Pictures = ReturnType<typeof usePictures>;

/** What the driver did when asked to sign; a signature is one of the pictures. */
export function signatureOf(
  { signature }: Pick<BookingDraft, 'signature'>,
  files: readonly Pick<DraftFile, 'place'>[],
): BookingDraft['signature'] {
  if (files.some(({ place }) => place === 'signature')) return 'signed';
  return signature === 'refused' ? 'refused' : '';
}
