import type { CDPSession, Page } from '@playwright/test';

/** A call either waits for the release, or fails as if by the server. */
export type Fate = 'held' | 'failed';

const failure = {
  success: false,
  error: 'Something went wrong on the server. Try again in a moment.',
  code: 'server_error',
};

/*
 * This asks the browser itself: a route of Playwright's switches off the cache, and each screen comes
 * in dozens of files.
 */

/** Keeps the calls of a page from their answers until it is released. */
export async function interfere(
  page: Page,
  calls: RegExp,
  { fate, uncached }: { fate: Fate; uncached: boolean },
): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  browser.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
    if (!calls.test(new URL(url).pathname)) void goOn(browser, requestId);
    else if (fate === 'failed') void answer(browser, requestId, { status: 500, json: failure });
  });
  await browser.send('Network.setCacheDisabled', { cacheDisabled: uncached });
  const patterns = [{ urlPattern: '*/api/v1/*' }, { urlPattern: '*/files/*' }];
  await browser.send('Fetch.enable', { patterns });
  return async () => {
    // Held calls continue.
    await browser.send('Fetch.disable');
    await browser.detach();
  };
}

async function goOn(browser: CDPSession, requestId: string): Promise<void> {
  // The page may have left meanwhile, and its calls with it.
  await browser.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
}

async function answer(
  browser: CDPSession,
  requestId: string,
  { status, json }: { status: number; json: unknown },
): Promise<void> {
  const responseHeaders = [
    { name: 'content-type', value: 'application/json' },
    { name: 'access-control-allow-origin', value: '*' },
  ];
  const body = Buffer.from(JSON.stringify(json)).toString('base64');
  await browser
    .send('Fetch.fulfillRequest', { requestId, responseCode: status, responseHeaders, body })
    .catch(() => undefined);
}
