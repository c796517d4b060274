/** A tab that was opened before it is known what it will show. */
export interface OpenedTab {
  /** Shows the page and returns true; false when the tab is gone or the address is no page. */
  show: (url: string) => boolean;
  /** Opens the print dialog over the page that `show` was given, once it has drawn. */
  print: (url: string) => void;
  /** Says in the empty tab what it waits for. */
  say: (words: string) => void;
  close: () => void;
}

/**
 * Opens an empty tab; null when the browser does not allow it. Call it in the click itself: later a
 * browser takes it for a pop-up.
 */
export function openTab(): OpenedTab | null {
  const tab = window.open('', '_blank');
  if (tab === null) return null;
  tab.opener = null;
  return {
    show: (url) => {
      if (tab.closed || !(isWebPage(url) || isOwnPage(url))) {
        tab.close();
        return false;
      }
      tab.location.href = url;
      return true;
    },
    print: (url) => printOnceDrawn(tab, url),
    say: (words) => {
      if (!tab.closed) tab.document.body.textContent = words;
    },
    close: () => tab.close(),
  };
}

/** True if an address leads to a web page, and not to a script. */
export function isWebPage(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

/** True if an address leads to a page that was put together here. */
function isOwnPage(url: string): boolean {
  return url.startsWith(`blob:${window.location.origin}/`);
}

/** Milliseconds between two looks at the tab, and until the last one. */
const checkEvery = 100;
const giveUpAfter = 60_000;

/**
 * Opens the browser's print dialog over a tab, once the page at `url` has drawn itself with its own
 * fonts. The page itself runs no script. Gives up without a word when the tab is closed or shows
 * another page.
 */
function printOnceDrawn(tab: Window, url: string): void {
  const deadline = Date.now() + giveUpAfter;
  const timer = window.setInterval(() => {
    const fonts = fontsOf(tab, url);
    if (fonts === null && !tab.closed && Date.now() < deadline) return;
    window.clearInterval(timer);
    void fonts?.ready.then(() => {
      if (fontsOf(tab, url) !== null) tab.print();
    });
  }, checkEvery);
}

/** The fonts of the page once the tab has loaded it; null before that, and for any other page. */
function fontsOf(tab: Window, url: string): FontFaceSet | null {
  if (tab.closed) return null;
  try {
    const { URL: address, readyState, fonts } = tab.document;
    return address === url && readyState === 'complete' ? fonts : null;
  } catch {
    // The browser lets nobody look into a page of another host.
    return null;
  }
}
