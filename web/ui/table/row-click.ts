const controls =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="menuitem"]';

/**
 * Whether a click is meant for the row itself: not for a control in it, not the end of a text
 * selection, and not in a menu that is inside the row for React but not in the page.
 */
export function belongsToRow(target: EventTarget, row: Element): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return false;
  if (target.closest(controls) !== null && row.contains(target.closest(controls))) return false;
  return window.getSelection()?.isCollapsed ?? true;
}
