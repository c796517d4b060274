import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'react-redux';
import type { CurrentUserState } from '#web/api/current-user.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { DraftFile, DraftKind, DraftValues } from './draft-store.ts';
import { noteInterruption } from './interruption.ts';

interface DraftOptions<V extends DraftValues> {
  kind: DraftKind;
  /** The owner of the draft; null for somebody who can't send the form: nothing is saved for them. */
  userId: string | null;
  values: V;
  files?: readonly DraftFile[];
  /** True once anything was typed or chosen. */
  begun: boolean;
}

const noFiles: readonly DraftFile[] = [];

/**
 * Saves a form as a draft: shortly after the last key, when the page is left or hidden, and when
 * the form closes unsent. If the session's end closes the form, its draft is marked as interrupted
 * and opens again by itself.
 */
export function useDraft<V extends DraftValues>(options: DraftOptions<V>): DraftKeeper<V> {
  const { kind, userId, values, files = noFiles, begun } = options;
  const [keeper] = useState(() => new DraftKeeper<V>(kind, userId));
  const store = useStore<{ currentUser: CurrentUserState }>();

  useEffect(() => keeper.change(begun ? values : null, files), [keeper, begun, values, files]);

  const leave = useEffectEvent(() => {
    const { user } = store.getState().currentUser;
    const ended = userId !== null && user.id !== userId;
    void keeper.flush(ended).then((saved) => {
      if (saved && ended) noteInterruption(true);
    });
    keeper.release();
  });

  useEffect(() => {
    const flush = () => void keeper.flush();
    const hidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hidden);
      leave();
    };
  }, [keeper]);

  return keeper;
}
