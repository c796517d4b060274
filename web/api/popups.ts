import { createContext, useContext } from 'react';

/** The popups that can be opened from any screen. */
export type PopupName = 'booking' | 'insurance' | 'collision' | 'driving test';

export const PopupContext = createContext<(name: PopupName) => void>(() => undefined);

export function useOpenPopup(): (name: PopupName) => void {
  return useContext(PopupContext);
}
