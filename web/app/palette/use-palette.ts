import { useRef, useState } from 'react';

/** A field in an open dialog, whose text would be lost by going elsewhere. */
const openField =
  '[aria-modal="true"] :is(input:not([type="checkbox"]), textarea, select, [role="combobox"])';

/**
 * Opens and closes the palette. Closing returns the focus at once, so that a dialog opened next
 * returns it to the same place.
 */
export function usePalette() {
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  const returnTo = useRef<Element | null>(null);

  function close(): void {
    setOpened(false);
    const element = returnTo.current;
    if (element instanceof HTMLElement && element.isConnected)
      element.focus({ preventScroll: true });
  }

  return {
    opened,
    /** True if it was ever opened. */
    used,
    /** Does nothing while a form is open. */
    open: () => {
      if (document.querySelector(openField) !== null) return;
      returnTo.current = document.activeElement;
      setUsed(true);
      setOpened(true);
    },
    close,
  };
}
