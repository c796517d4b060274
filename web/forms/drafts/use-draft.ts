import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'react-redux';
import type { CurrentUserState } from '#web/api/current-user.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { DraftFile, DraftKind, DraftValues } from './draft-store.ts';
import { noteInterruption } from './interruption.ts';

interface DraftOptions<V extends DraftValues> {
  kind: DraftKind;
  /** Whose draft it is; null for somebody who can't send the form, whose words are not kept. */
  userId: string | null;
  values: V;
  files?: readonly DraftFile[];
  /** Whether anything was typed or chosen. */
  begun: boolean;
}

const noFiles: readonly DraftFile[] = [];

/**
 * Keeps a form on the device: shortly after typing rests, when the page is left or hidden, and when
 * the form goes away without having been sent or discarded. A form that goes away because the
 * session ended is marked, so that it opens again by itself.
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
    keeper.leave();
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
