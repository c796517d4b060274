import { useForm } from '@mantine/form';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { ulid } from 'ulid';
import { useCurrentUser } from '#web/lib/store-hooks.ts';
import { draftErrors } from './draft-errors.ts';
import { newDraft, type CollisionDraft } from './draft.ts';
import { anyFile, noEvidence, noPictures, type Evidence, type PictureName } from './evidence.ts';

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
  /** Whether anything would be lost. */
  begun: boolean;
}

export function useCollisionForm(): CollisionFormState {
  const user = useCurrentUser();
  const [options] = useState((): Options => ({
    initialValues: newDraft(ulid(), user),
    validate: draftErrors,
    validateInputOnBlur: true,
  }));
  const fields: Fields = useForm<CollisionDraft>(options);
  const [evidence, setEvidence] = useState<Evidence>(noEvidence);

  function setPicture(key: string, name: PictureName, file: File | null): void {
    setEvidence((last) => {
      const row = { ...(last.vehicles[key] ?? noPictures), [name]: file };
      return { ...last, vehicles: { ...last.vehicles, [key]: row } };
    });
  }

  function dropPictures(key: string): void {
    setEvidence((last) => {
      const kept = Object.entries(last.vehicles).filter(([row]) => row !== key);
      return { ...last, vehicles: Object.fromEntries(kept) };
    });
  }

  const begun = fields.isDirty() || anyFile(evidence);
  return { fields, evidence, setEvidence, setPicture, dropPictures, begun };
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
