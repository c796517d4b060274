import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { ListSteps } from './list-address.ts';

/** Rest after the last key before a search is sent, in milliseconds. */
const rest = 300;

/** The text of the search box: sent once the typing rests, and following the address otherwise. */
export function useSearchBox({
  address,
  typed,
  search,
}: Pick<ListSteps, 'address' | 'typed' | 'search'>) {
  const [text, setText] = useState(address.search);
  const [seen, setSeen] = useState(address.search);
  const send = useDebouncedCallback((next: string) => {
    if (next !== address.search) search(next);
  }, rest);

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
    /** Drops what is typed and not sent yet, because the whole list is cleared. */
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
