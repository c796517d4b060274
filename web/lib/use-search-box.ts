import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import type { ListSteps } from './list-address.ts';

/** Rest after the last key before a search is sent, in milliseconds. */
const rest = 300;

/** The text of the search box: sent once the typing rests, and following the address otherwise. */
export function useSearchBox({ address, typed, search }: ListSteps) {
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
    clear: () => {
      send.cancel();
      setText('');
      search('');
    },
  };
}
