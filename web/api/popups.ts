import { createContext, useContext } from 'react';
import type { OfflineRecord } from '#contract/records.ts';

/** The popups that can be opened from any screen. */
export type PopupName = OfflineRecord | 'practice' | 'insurance' | 'driving test' | 'check ticket';

export const PopupContext = createContext<(name: PopupName) => void>(() => undefined);

export function useOpenPopup(): (name: PopupName) => void {
  return useContext(PopupContext);
}
