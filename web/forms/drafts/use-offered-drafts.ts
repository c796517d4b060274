import { useState } from 'react';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import {
  type Draft,
  type DraftFiles,
  type DraftKind,
  type DraftValues,
  dropDraft,
  readDraftFiles,
} from './draft-store.ts';

interface OfferedDraftsOptions<V extends DraftValues> {
  kind: DraftKind;
  userId: string | null;
  offered: readonly Draft<V>[];
  keeper: DraftKeeper<V>;
  /** The form's present content; null when nothing was typed. */
  current: V | null;
  onContinue: (values: V, files: DraftFiles) => void;
}

/** The drafts that a form offers. Continuing one saves what was typed so far as another. */
export function useOfferedDrafts<V extends DraftValues>(options: OfferedDraftsOptions<V>) {
  const { kind, userId, offered, keeper, current, onContinue } = options;
  const [offers, setOffers] = useState(offered);

  async function goOn(id: string): Promise<void> {
    const chosen = offers.find(({ values }) => values._id === id);
    if (chosen === undefined || userId === null) return;
    const files = await readDraftFiles(userId, kind, id);
    await keeper.goOnWith(chosen.values, files.files);
    const left = offers.filter((draft) => draft !== chosen);
    const saved = { savedAt: Date.now(), sending: false, interrupted: false };
    setOffers(current === null ? left : [{ ...saved, values: current }, ...left]);
    onContinue(chosen.values, files);
  }

  function discard(id: string): void {
    setOffers((last) => last.filter(({ values }) => values._id !== id));
    if (userId !== null) void dropDraft(userId, kind, id).then(toastRemoved);
  }

  return { offers, goOn, discard };
}

export const toastRemoved = () => toastDone('Draft removed');

/** A draft named by when it was saved and what it is about: "14:12, KAD-214BN". */
export function draftName({ savedAt }: Pick<Draft<DraftValues>, 'savedAt'>, about: string): string {
  const today = dateOf(savedAt) === dateOf(Date.now());
  const time = today ? clockOf(savedAt) : momentOf(savedAt);
  return about.trim() === '' ? time : `${time}, ${about.trim()}`;
}
