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

/** Collects every error of every page of the context, those of the content security policy too. */
export async function listen(context: BrowserContext, heard: string[]): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event;
      console.error(`Content Security Policy: ${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  context.on('console', (message) => {
    const text = message.text();
    const isPolicy = /content security policy|trusted ?types?/i.test(text);
    if (message.type() === 'error' || isPolicy) heard.push(`${text} (${message.location().url})`);
  });
  context.on('weberror', (error) => heard.push(String(error.error())));
}
