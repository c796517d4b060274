import { Notice } from './notice.tsx';

/** Stands on a screen that its reader can't change. */
export function ReadOnlyNote() {
  return <Notice>You can read this. Only a state admin can change it.</Notice>;
}
