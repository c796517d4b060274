import { useEffectEvent, useLayoutEffect } from 'react';
import { useBack } from '../overlay/use-back.ts';

const opened: symbol[] = [];
const handled = new WeakSet<Event>();

/** Calls `leave` on Escape and on a step back while `active`, if this layer was opened last. */
export function useEscape(active: boolean, leave: () => void): void {
  useBack(active, leave);
  useEscapeKey(active, leave);
}

/** The same on Escape alone. The open list of a field handles Escape itself. */
export function useEscapeKey(active: boolean, leave: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent, token: symbol) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (handled.has(event) || opened.at(-1) !== token) return;
    const { target } = event;
    const isHandledByField =
      target instanceof Element && target.closest('[data-mantine-stop-propagation=true]');
    if (isHandledByField) return;
    handled.add(event);
    leave();
  });

  // Before the layer is painted: whoever sees it may press Escape at once.
  useLayoutEffect(() => {
    if (!active) return undefined;
    const token = Symbol('layer');
    const listen = (event: KeyboardEvent) => onKey(event, token);
    opened.push(token);
    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      opened.splice(opened.indexOf(token), 1);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [active]);
}
