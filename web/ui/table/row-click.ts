const controls =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="menuitem"]';

/**
 * Whether a click in a row belongs to the row itself: not to a control in it, not to the end of
 * a text selection, and not to a menu that React, but not the page, puts inside the row.
 */
export function belongsToRow(target: EventTarget, row: Element): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return false;
  if (target.closest(controls) !== null && row.contains(target.closest(controls))) return false;
  return window.getSelection()?.isCollapsed ?? true;
}
