import { useEffect } from 'react';

/** Sets the title of the page, which the browser's tabs and history show. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title}, Hanya`;
  }, [title]);
}
