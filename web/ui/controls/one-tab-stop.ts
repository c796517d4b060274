/**
 * Makes the links of a table, or of another container, one tab stop: as its `ref`. Arrow keys move to
 * the link beside, above or below, Home and End within the row, with Ctrl within the whole. Tab leaves,
 * and comes back to the link that had the focus last. Where a key leads no further, the browser scrolls.
 */
export const oneTabStop = (container: HTMLElement | null) => stopIn(container, 0);

/** The same; Tab first reaches the last link. */
export const oneTabStopAtEnd = (container: HTMLElement | null) => stopIn(container, -1);

const stopIn = (container: HTMLElement | null, first: 0 | -1) =>
  container === null ? undefined : madeOneStop(container, first);

function madeOneStop(container: HTMLElement, first: 0 | -1): () => void {
  let stop: HTMLElement | undefined;

  function reach(link: HTMLElement | undefined): void {
    stop = link;
    const links = linksIn(container);
    for (const one of links) one.tabIndex = one === stop ? 0 : -1;
    if (links.length > 1) container.setAttribute('aria-description', said);
    else container.removeAttribute('aria-description');
  }

  function update(): void {
    reach(stop && container.contains(stop) ? stop : linksIn(container).at(first));
  }

  function onFocus({ target }: FocusEvent): void {
    const link = linksIn(container).find((one) => one === target);
    if (link) reach(link);
  }

  function onKey(event: KeyboardEvent): void {
    const link = linksIn(container).find((one) => one === event.target);
    if (!link || event.altKey || event.metaKey || event.shiftKey) return;
    const next = linkAfter(container, link, event);
    if (!next || next === link) return;
    event.preventDefault();
    next.focus();
  }

  update();
  // Rows come, go and change without the table being drawn anew.
  const observer = new MutationObserver(update);
  observer.observe(container, { childList: true, subtree: true });
  container.addEventListener('focusin', onFocus);
  container.addEventListener('keydown', onKey);
  return () => {
    observer.disconnect();
    container.removeEventListener('focusin', onFocus);
    container.removeEventListener('keydown', onKey);
  };
}

const said = 'Use the arrow keys to move between the links.';

const linksIn = (part: Element): HTMLElement[] => [
  ...part.querySelectorAll<HTMLElement>('a[href]'),
];

/** A row of a table, or a card. */
const rowOf = (link: Element): Element | null => link.closest('tr, article');

function linkAfter(
  container: HTMLElement,
  link: HTMLElement,
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
): HTMLElement | undefined {
  const all = linksIn(container);
  const row = rowOf(link);
  const inRow = all.filter((one) => rowOf(one) === row);
  const among = ctrlKey ? all : inRow;
  if (key === 'Home') return among[0];
  if (key === 'End') return among.at(-1);
  if (ctrlKey) return undefined;
  const at = inRow.indexOf(link);
  if (key === 'ArrowRight') return inRow[at + 1];
  if (key === 'ArrowLeft') return inRow[at - 1];
  if (key === 'ArrowDown') return inColumn(all.slice(all.indexOf(link) + 1), link, at);
  if (key === 'ArrowUp') return inColumn(all.slice(0, all.indexOf(link)).reverse(), link, at);
  return undefined;
}

/** The next of these in the column of a link; in cards, the one that is as far along. */
function inColumn(ways: HTMLElement[], link: HTMLElement, at: number): HTMLElement | undefined {
  const cell = link.closest('td, th');
  const row = rowOf(link);
  if (row === null) return undefined;
  if (cell instanceof HTMLTableCellElement)
    return ways.find((one) => {
      const other = one.closest('td, th');
      return (
        other instanceof HTMLTableCellElement &&
        rowOf(one) !== row &&
        other.cellIndex === cell.cellIndex
      );
    });
  const next = ways.map(rowOf).find((one) => one !== null && one !== row);
  const links = next ? linksIn(next) : [];
  return links[Math.min(at, links.length - 1)];
}
