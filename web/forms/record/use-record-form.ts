import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ulid } from 'ulid';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import type { DraftFile } from '../drafts/draft-store.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { useOfferedDrafts } from '../drafts/use-offered-drafts.ts';
import { type OpeningDrafts, useDraftOwner } from '../drafts/use-opening-drafts.ts';
import { useRefusal } from '../refusal.ts';
import { inScope } from '../remembered-place.ts';
import type { Fields } from './inputs.ts';
import { type RecordDraft, type RecordKind, sameWords } from './record-kind.ts';
import { orderOf } from './sections.ts';

interface ChosenFiles {
  files: readonly DraftFile[];
  /** Replaces them by the files of another draft. */
  onContinue: (files: readonly DraftFile[]) => void;
}

const noFiles: ChosenFiles = { files: [], onContinue: () => undefined };

/**
 * The state of one form: its values, its errors and its drafts. It opens with the draft that a
 * session's end interrupted, else with the place of the last booking only.
 */
export function useRecordForm<V extends RecordDraft>(
  kind: RecordKind<V>,
  opening: OpeningDrafts<V>,
  { files, onContinue }: ChosenFiles = noFiles,
) {
  const { offers, restored, mending, again, remembered } = opening;
  const user = useCurrentUser();
  const userId = useDraftOwner(kind);
  const [empty] = useState(() =>
    mending
      ? inScope(mending.values, user)
      : again
        ? inScope({ ...again, _id: ulid() }, user)
        : kind.empty(ulid(), user, remembered),
  );
  const [options] = useState((): Parameters<typeof useForm<V>>[0] => ({
    initialValues: restored ? inScope(restored.draft.values, user) : empty,
    validate: kind.errors,
    validateInputOnBlur: true,
  }));
  const fields: Fields<V> = useForm<V>(options);
  const [leftOut, setLeftOut] = useState((restored ?? mending)?.files.leftOut ?? []);
  const begun = !sameWords(fields.values, empty) || (files.length > 0 && !mending);
  // A waiting record is kept as it is until it is submitted anew: its draft would be sent beside
  // it.
  const keeperOf = mending ? null : userId;
  const keeper = useDraft({
    kind: kind.kind,
    userId: keeperOf,
    values: fields.values,
    files,
    begun,
  });
  const drafts = useOfferedDrafts({
    kind: kind.kind,
    userId,
    initialOffers: offers,
    keeper,
    current: begun ? fields.values : null,
    onContinued: (values, chosen) => {
      fields.setValues(inScope(values, user));
      fields.clearErrors();
      setLeftOut(chosen.leftOut);
      onContinue(chosen.files);
    },
  });
  const fieldId = (path: string) => `${kind.kind}-${path}`;
  const refusal = useRefusal({
    form: fields,
    fieldId,
    order: orderOf(kind.sections),
    title: kind.words.notAdded,
  });

  return {
    kind,
    /** The record's officer; null for somebody who may not submit. */
    userId,
    fields,
    fieldId,
    begun,
    keeper,
    ...refusal,
    ...drafts,
    restored: restored?.draft ?? null,
    /** The record that waits and is mended here; null for a new one. */
    mending: mending?.record ?? null,
    /** The names of the draft's files that were too large for the device. */
    leftOut,
  };
}
export type RecordFormState<V extends RecordDraft> = ReturnType<typeof useRecordForm<V>>;
