import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { ListSteps } from './list-address.ts';

/** Milliseconds after the last key before a search is sent. */
const sendAfter = 300;

/** The text of the search box: sent when typing pauses, and otherwise following the address. */
export function useSearchBox({
  address,
  typed,
  search,
}: Pick<ListSteps, 'address' | 'typed' | 'search'>) {
  const [text, setText] = useState(address.search);
  const [seen, setSeen] = useState(address.search);
  const send = useDebouncedCallback((next: string) => {
    if (next !== address.search) search(next);
  }, sendAfter);

  if (seen !== address.search) {
    setSeen(address.search);
    if (!typed) setText(address.search);
  }

  return {
    text,
    type: (next: string) => {
      setText(next);
      send(next.trim());
    },
    /** Drops what is typed but not sent yet; the caller changes the address. */
    forget: () => {
      send.cancel();
      setText('');
    },
    clear: () => {
      send.cancel();
      setText('');
      search('');
    },
  };
}
