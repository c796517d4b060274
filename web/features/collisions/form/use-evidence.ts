// The part that announces and sends files must be there when the network is gone.
import '#web/sending/files/announce.ts';
import '#web/sending/files/with-files.ts';
import { useMemo, useState } from 'react';
import { sayNow } from '#web/device/language.ts';
import type { DraftFile } from '#web/forms/drafts/draft-store.ts';
import { readyFile } from '#web/forms/pictures/ready-file.ts';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import {
  draftFilesOf,
  type Evidence,
  evidenceOf,
  noPictures,
  type PictureName,
} from './evidence.ts';

/**
 * A file that is being checked and, if it is a picture, made smaller; and the path of its field.
 */
interface Preparing {
  path: string;
  name: string;
}

/** The chosen files, at first those of a draft. */
export function useEvidence(draftFiles: readonly DraftFile[]) {
  const [evidence, setEvidence] = useState<Evidence>(() => evidenceOf(draftFiles));
  const [preparing, setPreparing] = useState<readonly Preparing[]>([]);
  const files = useMemo(() => draftFilesOf(evidence), [evidence]);

  /** Sets a picture of the vehicle whose row has this key; null removes it. */
  function setPicture(key: string, name: PictureName, file: File | null): void {
    setEvidence((last) => {
      const row = { ...(last.vehicles[key] ?? noPictures), [name]: file };
      return { ...last, vehicles: { ...last.vehicles, [key]: row } };
    });
  }

  function dropPictures(key: string): void {
    setEvidence((last) => {
      const left = Object.entries(last.vehicles).filter(([row]) => row !== key);
      return { ...last, vehicles: Object.fromEntries(left) };
    });
  }

  /** Looks at the files of a field. Resolves to those that can be sent, and the errors of others. */
  async function prepare(path: string, chosen: readonly File[], kind: 'picture' | 'video') {
    const underWay = chosen.map(({ name }) => ({ path, name }));
    setPreparing((last) => [...last, ...underWay]);
    const results = await Promise.all(chosen.map((file) => readyFile(file, kind)));
    // At once, so that a file that is ready stays in sight until the field has it.
    setPreparing((last) => last.filter((one) => !underWay.includes(one)));
    const wrong = results.flatMap((result) => result.wrong ?? []);
    const say = sayNow();
    if (wrong[0] !== undefined) toastFailed(say(wrong[0]));
    return { taken: results.flatMap(({ file }) => file ?? []), wrong };
  }

  return {
    chosen: evidence,
    set: setEvidence,
    setPicture,
    dropPictures,
    preparing,
    prepare,
    /** As they are saved with a draft. */
    files,
    onContinue: (saved: readonly DraftFile[]) => setEvidence(evidenceOf(saved)),
  };
}
export type EvidenceState = ReturnType<typeof useEvidence>;
