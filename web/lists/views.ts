import { createContext, useContext, type ReactNode } from 'react';
import type { ViewScreen } from '#contract/views.ts';

/** A list whose kept views are shown. */
export interface ViewedList {
  screen: ViewScreen;
  /** What a kept view of it would hold now, and how one is shown. */
  view: string;
  show: (view: string) => void;
}

/** The menu of kept views: the app puts it in, so that no list knows where they are kept. */
export const ListViewsContext = createContext<(list: ViewedList) => ReactNode>(() => null);

export function useListViews(): (list: ViewedList) => ReactNode {
  return useContext(ListViewsContext);
}
