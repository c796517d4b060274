import { useEffect, useEffectEvent } from 'react';

const opened: symbol[] = [];
const handled = new WeakSet<Event>();

/**
 * Calls `leave` on Escape while `active`, but only for the one opened last: a question over a
 * dialog takes the key alone. An open list of a field keeps it for itself.
 */
export function useEscape(active: boolean, leave: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent, token: symbol) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    if (handled.has(event) || opened.at(-1) !== token) return;
    const { target } = event;
    const kept =
      target instanceof Element && target.closest('[data-mantine-stop-propagation=true]');
    if (kept) return;
    handled.add(event);
    leave();
  });

  useEffect(() => {
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
