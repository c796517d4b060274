/** Between two looks at a tab, and how long it is looked after, in milliseconds. */
const pause = 100;
const patience = 60_000;

/**
 * Opens the browser's print dialog over a tab, once the page at `url` has drawn itself with its own
 * letters. The page itself runs no script. Gives up quietly when the tab is closed or led elsewhere.
 */
export function printDrawnTab(tab: Window, url: string): void {
  const until = Date.now() + patience;
  const timer = window.setInterval(() => {
    const fonts = lettersOf(tab, url);
    if (fonts === null && !tab.closed && Date.now() < until) return;
    window.clearInterval(timer);
    void fonts?.ready.then(() => {
      if (lettersOf(tab, url) !== null) tab.print();
    });
  }, pause);
}

/** The fonts of the page once it stands in the tab; null before, and when another page is there. */
function lettersOf(tab: Window, url: string): FontFaceSet | null {
  if (tab.closed) return null;
  try {
    const { URL: address, readyState, fonts } = tab.document;
    return address === url && readyState === 'complete' ? fonts : null;
  } catch {
    // A page of another host tells nothing of itself.
    return null;
  }
}
