import {
  type Ref,
  type RefObject,
  useDeferredValue,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { lazyPart } from './lazy-part.ts';
import { useBack } from './use-back.ts';

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

/** The state of a popover or a menu, with the props of its button (`opener`) and its own (`popup`). */
export function useOpener(kind: 'dialog' | 'menu') {
  const [opened, setOpened] = useState(false);
  const { overlays: there, shown } = useOverlays(opened);
  useBack(opened, () => setOpened(false));
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return {
    overlays: there,
    opened,
    close: () => setOpened(false),
    button,
    opener: {
      ref: button,
      // Mantine derives these names from the popover's `id`, and the popover is labelled by its
      // button.
      id,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onClick: () => setOpened(!opened),
    } as const,
    popup: { id, opened: shown, onChange: setOpened },
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
