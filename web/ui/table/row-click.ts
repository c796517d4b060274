const controls =
  'a, button, input, select, textarea, label, summary, [role="button"], [role="menuitem"]';

/**
 * True if a click is meant for the row itself. A control in the row, the end of a text selection
 * and a menu drawn outside it are not.
 */
export function belongsToRow(target: EventTarget, row: Element): boolean {
  if (!(target instanceof Element) || !row.contains(target)) return false;
  if (target.closest(controls) !== null && row.contains(target.closest(controls))) return false;
  return window.getSelection()?.isCollapsed ?? true;
}
