import { useForm } from '@mantine/form';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { ulid } from 'ulid';
import type { DraftFiles } from '#web/forms/drafts/draft-store.ts';
import type { KeptForForm } from '#web/forms/drafts/use-opening-drafts.ts';
import { inScope } from '#web/forms/remembered-place.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { draftErrors } from './draft-errors.ts';
import { newDraft, sameWords, type CollisionDraft } from './draft.ts';
import { anyFile, noPictures, type Evidence, type PictureName } from './evidence.ts';
import { evidenceOf } from './kept-evidence.ts';
import { useShrinking, type Shrinking } from './use-shrinking.ts';

export type Fields = ReturnType<typeof useForm<CollisionDraft>>;
type Options = Parameters<typeof useForm<CollisionDraft>>[0];

/** The state of one form: what was typed, the files that were chosen, and what is wrong. */
export interface CollisionFormState {
  fields: Fields;
  evidence: Evidence;
  setEvidence: Dispatch<SetStateAction<Evidence>>;
  /** Of the vehicle whose row has this key; null takes the picture away. */
  setPicture: (key: string, name: PictureName, file: File | null) => void;
  dropPictures: (key: string) => void;
  /** The pictures that are being made smaller. */
  shrinking: readonly Shrinking[];
  /** Makes pictures for a field smaller: those that can be sent, and why others can't. */
  shrink: ReturnType<typeof useShrinking>['shrink'];
  /** Whether anything was typed or chosen. */
  begun: boolean;
  /** The names of the draft's files that were too large for the device to keep. */
  leftOut: readonly string[];
  /** Fills the form with another draft. */
  goOnWith: (values: CollisionDraft, files: DraftFiles) => void;
}

const noFiles: DraftFiles = { files: [], leftOut: [] };

/** Opens with the draft that the end of a session cut off, or empty but for the zone and team of before. */
export function useCollisionForm(kept: KeptForForm<CollisionDraft>): CollisionFormState {
  const { restored, remembered } = kept;
  const user = useCurrentUser();
  const [empty] = useState(() => newDraft(ulid(), user, remembered));
  const [options] = useState((): Options => ({
    initialValues: restored ? inScope(restored.draft.values, user) : empty,
    validate: draftErrors,
    validateInputOnBlur: true,
  }));
  const fields: Fields = useForm<CollisionDraft>(options);
  const [{ files, leftOut }, setFiles] = useState(restored?.files ?? noFiles);
  const [evidence, setEvidence] = useState<Evidence>(() => evidenceOf(files));
  const { shrinking, shrink } = useShrinking();

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

  function goOnWith(values: CollisionDraft, chosen: DraftFiles): void {
    fields.setValues(inScope(values, user));
    fields.clearErrors();
    setFiles(chosen);
    setEvidence(evidenceOf(chosen.files));
  }

  const begun = !sameWords(fields.values, empty) || anyFile(evidence);
  const pictures = { setPicture, dropPictures, shrinking, shrink };
  return { fields, evidence, setEvidence, ...pictures, begun, leftOut, goOnWith };
}

/** The error of a field as text, or undefined. */
export function errorOf({ errors }: Pick<Fields, 'errors'>, path: string): string | undefined {
  const error = errors[path];
  return typeof error === 'string' ? error : undefined;
}

/** The paths of everything that is wrong. */
export function wrongPaths({ errors }: Pick<Fields, 'errors'>): string[] {
  return Object.keys(errors).filter((path) => errorOf({ errors }, path) !== undefined);
}
