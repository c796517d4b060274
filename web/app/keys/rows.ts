/** The rows of the list on screen, in order. */
function rowsOfScreen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-row]')];
}

/** The element of a row that can be focused: the row itself in a table, its button on a card. */
function focusableOf(row: HTMLElement): HTMLElement | null {
  return row.tabIndex >= 0 || row.hasAttribute('tabindex')
    ? row
    : row.querySelector<HTMLElement>('button, a[href]');
}

function focusRow(row: HTMLElement): void {
  focusableOf(row)?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

/** Moves the current row down (1) or up (-1); without focus, returns to the row that was current. */
export function moveRow(step: 1 | -1): boolean {
  const rows = rowsOfScreen();
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  const marked = rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
  const next = focused >= 0 ? focused + step : Math.max(0, marked);
  const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
  if (row) focusRow(row);
  return row !== undefined;
}

/** Focuses the row of a record, if it is in the list. */
export function focusRowOf(id: string): void {
  const row = rowsOfScreen().find((one) => one.dataset['row'] === id);
  if (row) focusRow(row);
}

/** Focuses the search field of the screen; false when it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}
