import { Notice } from './notice.tsx';

/** Stands on a screen that its reader can't change. */
export function ReadOnlyNote() {
  return <Notice>You can read this. A state admin changes it.</Notice>;
}
