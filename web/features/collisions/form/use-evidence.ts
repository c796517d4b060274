import { useMemo, useState } from 'react';
import type { DraftFile } from '#web/forms/drafts/draft-store.ts';
import { smallerPicture } from '#web/forms/pictures/smaller-picture.ts';
import {
  evidenceOf,
  keptFiles,
  noPictures,
  whyNot,
  type Evidence,
  type PictureName,
} from './evidence.ts';

/** A picture that is being made smaller, and the path of the field it is for. */
export interface Shrinking {
  path: string;
  name: string;
}

/** The files that were chosen, beginning with those of a draft. */
export function useEvidence(begun: readonly DraftFile[]) {
  const [evidence, setEvidence] = useState<Evidence>(() => evidenceOf(begun));
  const [shrinking, setShrinking] = useState<readonly Shrinking[]>([]);
  const files = useMemo(() => keptFiles(evidence), [evidence]);

  /** Of the vehicle whose row has this key; null takes the picture away. */
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

  /** Makes pictures for a field smaller: those that can be sent, and why others can't. */
  async function shrink(path: string, chosen: readonly File[]) {
    const begun = chosen.map(({ name }) => ({ path, name }));
    setShrinking((last) => [...last, ...begun]);
    const results = await Promise.all(
      chosen.map(async (file, index) => {
        const smaller = await smallerPicture(file);
        setShrinking((last) => last.filter((one) => one !== begun[index]));
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
    /** As a draft keeps them. */
    files,
    onContinue: (kept: readonly DraftFile[]) => setEvidence(evidenceOf(kept)),
  };
}
export type EvidenceState = ReturnType<typeof useEvidence>;
