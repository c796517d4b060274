// Runs before everything else, in every browser there is: the build writes it as a script of 2009.
import { fillIn } from './fill-in.ts';
import { oldestBrowsers } from './oldest-browsers.ts';

declare global {
  /** True if the page says that its browser is too old, and nothing else is to be shown. */
  var hanyaTooOld: boolean | undefined;
}

/**
 * True if the browser has the features that no script can add. Every browser that is too old lacks
 * one of them.
 */
function holds(): boolean {
  try {
    // Safari has lookbehind and widths as ranges from 16.4 on, Firefox a list of databases from 126 on.
    return (
      new RegExp('(?<=a)b').test('ab') &&
      matchMedia('(width >= 0px)').matches &&
      CSS.supports('selector(:has(a))') &&
      CSS.supports('height', '1dvh') &&
      'databases' in IDBFactory.prototype &&
      'timeout' in AbortSignal &&
      'findLast' in Array.prototype &&
      'structuredClone' in window
    );
  } catch {
    return false;
  }
}

function sayTooOld(): void {
  const { chrome, samsung, firefox, safari } = oldestBrowsers;
  const words = [
    ['h1', 'This browser is out of date'],
    [
      'p',
      `Hanya works in Chrome and Edge ${chrome} or later, Samsung Internet ${samsung} or later, Firefox ${firefox} or later and Safari ${safari} or later.`,
    ],
    ['p', 'Update this browser, or open this page in a newer one.'],
    ['p', 'On an iPhone or iPad, open Settings, then General, then Software Update.'],
  ] as const;
  const place = document.createElement('div');
  place.style.cssText =
    'max-width:520px;margin:0 auto;padding:32px 16px;font:18px/1.5 sans-serif;color:#04273e;background:#fff';
  words.forEach(([tag, text]) => {
    const element = document.createElement(tag);
    element.appendChild(document.createTextNode(text));
    place.appendChild(element);
  });
  document.body.insertBefore(place, document.body.firstChild);
}

if (holds()) fillIn(window);
else {
  window.hanyaTooOld = true;
  if (document.body as HTMLElement | null) sayTooOld();
  else document.addEventListener('DOMContentLoaded', sayTooOld);
}
