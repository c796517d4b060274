import { useEffect, useRef, useState } from 'react';

/** A field in an open dialog that may hold what was typed and would be left behind. */
const filledIn =
  '[aria-modal="true"] :is(input:not([type="checkbox"]), textarea, select, [role="combobox"])';

const load = () => import('./palette.tsx');

export { load as loadPalette };

/** Opens and closes the palette; the focus goes back to where it was before anything else happens. */
export function usePalette() {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const cameFrom = useRef<Element | null>(null);

  // Fetched ahead: it finds its way without a network too.
  useEffect(() => {
    load().catch(() => undefined);
  }, []);

  function close(): void {
    setOpened(false);
    const element = cameFrom.current;
    if (element instanceof HTMLElement && element.isConnected)
      element.focus({ preventScroll: true });
  }

  return {
    opened,
    /** Whether it was ever opened: before that there is nothing to draw. */
    wanted,
    /** Does nothing while a form is open. */
    open: () => {
      if (document.querySelector(filledIn) !== null) return;
      cameFrom.current = document.activeElement;
      setWanted(true);
      setOpened(true);
    },
    close,
  };
}
