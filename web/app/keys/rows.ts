/** The rows of the list that is looked at, in their order. */
function rowsOfScreen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main [data-row]')];
}

/** What takes the focus for a row: itself in a table, its button on a card. */
function holderOf(row: HTMLElement): HTMLElement | null {
  return row.tabIndex >= 0 || row.hasAttribute('tabindex')
    ? row
    : row.querySelector<HTMLElement>('button, a[href]');
}

function focusRow(row: HTMLElement): void {
  holderOf(row)?.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

/** Moves the current row one down (1) or up (-1); the first move comes to the row that was current last. */
export function moveRow(step: 1 | -1): boolean {
  const rows = rowsOfScreen();
  const focused = rows.findIndex((row) => row.contains(document.activeElement));
  const marked = rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
  const next = focused >= 0 ? focused + step : Math.max(0, marked);
  const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
  if (row) focusRow(row);
  return row !== undefined;
}

/** Brings the focus to the row of a record, if it is among the rows. */
export function focusRowOf(id: string): void {
  const row = rowsOfScreen().find((one) => one.dataset['row'] === id);
  if (row) focusRow(row);
}

/** Brings the focus to the search field of the screen; false when it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}
