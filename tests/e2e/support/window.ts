import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** A window of the browser, and what its pages complained about. */
export interface Window {
  readonly context: BrowserContext;
  readonly heard: string[];
}

export async function openWindow(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<Window> {
  const context = await browser.newContext(options);
  const heard: string[] = [];
  await listen(context, heard);
  return { context, heard };
}

/** The next page that is opened finds a device without any of our data. */
export async function forgetAll(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage';
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await devtools.detach();
}

/** Collects what every page of the context writes to the console, but for what is only said verbosely. */
export async function listen(context: BrowserContext, heard: string[]): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event;
      console.error(`Content Security Policy: ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on('console', (message) => {
    const text = message.text();
    // Hints of Chromium, which its console shows to whoever asks for them alone.
    const isHint =
      !['error', 'warning', 'info', 'log'].includes(message.type()) || text.startsWith('[DOM]');
    const isOfTest = text === 'Service Worker registration blocked by Playwright';
    if (!isHint && !isOfTest) heard.push(`${text} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    const thrown = error.error();
    heard.push(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  });
}
