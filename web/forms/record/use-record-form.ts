import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ulid } from 'ulid';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import type { DraftFile } from '../drafts/draft-store.ts';
import { useDraft } from '../drafts/use-draft.ts';
import { useOffers } from '../drafts/use-offers.ts';
import { useOpeningDrafts, type KeptForForm } from '../drafts/use-opening-drafts.ts';
import { useRefusal } from '../refusal.ts';
import { inScope } from '../remembered-place.ts';
import type { Fields } from './inputs.ts';
import { sameWords, type RecordDraft, type RecordKind } from './record-kind.ts';
import { orderOf } from './sections.ts';

/** Whose drafts are kept: nobody's for somebody who can't send the form. */
function useOwner({ permission }: Pick<RecordKind<never>, 'permission'>): string | null {
  const user = useCurrentUser();
  const allowed = useMay(permission);
  return allowed && user ? user.id : null;
}

/** What the device holds for a form that opens; null while that is read. */
export function useKept<V extends RecordDraft>(kind: RecordKind<V>): KeptForForm<V> | null {
  return useOpeningDrafts(kind.kind, useOwner(kind), kind.schema);
}

interface ChosenFiles {
  files: readonly DraftFile[];
  /** The files of another draft take their place. */
  onContinue: (files: readonly DraftFile[]) => void;
}

const noFiles: ChosenFiles = { files: [], onContinue: () => undefined };

/**
 * The state of one form: what was typed, what is wrong with it once a field was left, and its
 * drafts. It opens with the draft that the end of a session cut off, or empty but for what is
 * remembered of the last place.
 */
export function useRecordForm<V extends RecordDraft>(
  kind: RecordKind<V>,
  kept: KeptForForm<V>,
  { files, onContinue }: ChosenFiles = noFiles,
) {
  const { restored, remembered } = kept;
  const user = useCurrentUser();
  const userId = useOwner(kind);
  const [empty] = useState(() => kind.empty(ulid(), user, remembered));
  const [options] = useState((): Parameters<typeof useForm<V>>[0] => ({
    initialValues: restored ? inScope(restored.draft.values, user) : empty,
    validate: kind.errors,
    validateInputOnBlur: true,
  }));
  const fields: Fields<V> = useForm<V>(options);
  const [leftOut, setLeftOut] = useState(restored?.files.leftOut ?? []);
  const begun = !sameWords(fields.values, empty) || files.length > 0;
  const keeper = useDraft({ kind: kind.kind, userId, values: fields.values, files, begun });
  const drafts = useOffers({
    kind: kind.kind,
    userId,
    offered: kept.offers,
    keeper,
    current: begun ? fields.values : null,
    onContinue: (values, chosen) => {
      fields.setValues(inScope(values, user));
      fields.clearErrors();
      setLeftOut(chosen.leftOut);
      onContinue(chosen.files);
    },
  });
  const fieldId = (path: string) => `${kind.kind}-${path}`;
  const refused = useRefusal({
    form: fields,
    fieldId,
    order: orderOf(kind.sections),
    title: kind.words.notAdded,
  });

  return {
    kind,
    fields,
    fieldId,
    begun,
    keeper,
    ...refused,
    ...drafts,
    restored: restored?.draft ?? null,
    /** The names of the draft's files that were too large for the device to keep. */
    leftOut,
  };
}
export type RecordFormState<V extends RecordDraft> = ReturnType<typeof useRecordForm<V>>;
