import {
  type Ref,
  type RefObject,
  useDeferredValue,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { lazyPart } from './lazy-part.ts';

export const overlays = lazyPart(() => import('../mantine/overlays.ts'));

/**
 * Mantine's overlays once they are there. `shown` is false for one render more: Mantine notes the
 * focus when a drawn overlay opens.
 */
export function useOverlays(opened: boolean) {
  const there = overlays.use(opened);
  // True one render after they came.
  const ready = useDeferredValue(there) !== undefined;
  return { overlays: there, shown: opened && ready };
}

/** The props of a button that opens a popover or a menu, and of what it opens. */
export function useOpener(opened: boolean, popup: 'dialog' | 'menu') {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return {
    button,
    opener: {
      ref: button,
      // Mantine derives these names from the popover's `id`, and the popover is labelled by its
      // button.
      id,
      'aria-haspopup': popup,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
    } as const,
    id,
  };
}

interface PlaceOfProps {
  button: RefObject<HTMLButtonElement | null>;
  ref?: Ref<HTMLElement>;
}

/**
 * Stands for a button in Mantine's `Target`. The button itself is drawn before Mantine is there, and
 * keeps its focus when it comes.
 */
export function PlaceOf({ button, ref }: PlaceOfProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current);
  return null;
}
