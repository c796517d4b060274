import { useMemo, useState } from 'react';
import type { DraftFile } from '#web/forms/drafts/draft-store.ts';
import { smallerPicture } from '#web/forms/pictures/smaller-picture.ts';
import {
  draftFilesOf,
  type Evidence,
  evidenceOf,
  noPictures,
  type PictureName,
  whyNot,
} from './evidence.ts';

/** A picture that is being made smaller, and the path of its field. */
interface Shrinking {
  path: string;
  name: string;
}

/** The chosen files, at first those of a draft. */
export function useEvidence(draftFiles: readonly DraftFile[]) {
  const [evidence, setEvidence] = useState<Evidence>(() => evidenceOf(draftFiles));
  const [shrinking, setShrinking] = useState<readonly Shrinking[]>([]);
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

  /** Makes the pictures of a field smaller. Resolves to those that can be sent, and the errors of others. */
  async function shrink(path: string, chosen: readonly File[]) {
    const underWay = chosen.map(({ name }) => ({ path, name }));
    setShrinking((last) => [...last, ...underWay]);
    const results = await Promise.all(
      chosen.map(async (file, index) => {
        const smaller = await smallerPicture(file);
        setShrinking((last) => last.filter((one) => one !== underWay[index]));
        return { file: smaller, wrong: whyNot(smaller, 'picture') };
      }),
    );
    return {
      taken: results.flatMap(({ file, wrong }) => (wrong === null ? [file] : [])),
      wrong: results.flatMap(({ wrong }) => wrong ?? []),
    };
  }

  return {
    chosen: evidence,
    set: setEvidence,
    setPicture,
    dropPictures,
    shrinking,
    shrink,
    /** As they are saved with a draft. */
    files,
    onContinue: (saved: readonly DraftFile[]) => setEvidence(evidenceOf(saved)),
  };
}
export type EvidenceState = ReturnType<typeof useEvidence>;
