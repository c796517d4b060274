import { useState } from 'react';
import { sayNow } from '#web/device/language.ts';
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
  /** Later ones are not offered: a form opens with them. */
  initialOffers: readonly Draft<V>[];
  keeper: DraftKeeper<V>;
  /** The form's present content; null when nothing was typed. */
  current: V | null;
  onContinued: (values: V, files: DraftFiles) => void;
}

/** The drafts that a form offers. Continuing one first saves the form's own content as another. */
export function useOfferedDrafts<V extends DraftValues>(options: OfferedDraftsOptions<V>) {
  const { kind, userId, initialOffers, keeper, current, onContinued } = options;
  const [offers, setOffers] = useState(initialOffers);

  async function continueDraft(id: string): Promise<void> {
    const chosen = offers.find(({ values }) => values._id === id);
    if (chosen === undefined || userId === null) return;
    const files = await readDraftFiles(userId, kind, id);
    await keeper.goOnWith(chosen.values, files.files);
    const left = offers.filter((draft) => draft !== chosen);
    // The keeper has just stored it: the list shows it without a new read.
    const metadata = { savedAt: Date.now(), sending: false, interrupted: false };
    setOffers(current === null ? left : [{ ...metadata, values: current }, ...left]);
    onContinued(chosen.values, files);
  }

  function discard(id: string): void {
    setOffers((last) => last.filter(({ values }) => values._id !== id));
    if (userId !== null) void dropDraft(userId, kind, id).then(toastRemoved);
  }

  return { offers, continueDraft, discard };
}

export function toastRemoved(): void {
  const say = sayNow();
  toastDone(say('Draft discarded'));
}

/** A draft named by when it was saved and what it is about: "14:12, KAD-214BN". */
export function draftName({ savedAt }: Pick<Draft<DraftValues>, 'savedAt'>, about: string): string {
  const today = dateOf(savedAt) === dateOf(Date.now());
  const time = today ? clockOf(savedAt) : momentOf(savedAt);
  return about.trim() === '' ? time : `${time}, ${about.trim()}`;
}
