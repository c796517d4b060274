import { printDrawnTab } from './print-drawn-tab.ts';

/** A tab that was opened ahead of knowing what it will show. */
export interface WaitingTab {
  /** Shows the page and returns true; false when the tab is gone or the address is no page. */
  show: (url: string) => boolean;
  /** Opens the print dialog over the page that `show` was given, once it has drawn. */
  print: (url: string) => void;
  close: () => void;
}

/** Opens an empty tab, to be called in the click itself; null when the browser does not allow it. */
export function openTab(): WaitingTab | null {
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
    print: (url) => printDrawnTab(tab, url),
    close: () => tab.close(),
  };
}

/** Whether an address leads to a web page, and not to a script. */
export function isWebPage(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

/** Whether an address leads to a page that was put together here. */
function isOwnPage(url: string): boolean {
  return url.startsWith(`blob:${window.location.origin}/`);
}
