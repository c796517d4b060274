import type { Page } from '@playwright/test';
import type { Who } from './axe-house.ts';
import type { Size } from './axe-matrix.ts';
import type { Records } from './axe-records.ts';
import { expect, test as base } from './test.ts';
import { forgetAll } from './window.ts';

export { expect };

/** Of the product's origin, without loading its screens. */
const plainFile = '/icon.svg';

interface Stage {
  readonly page: Page;
  readonly records: Records;
  /** Signs them in for the next page, on a device without any data. */
  readonly enter: (who: Who) => Promise<void>;
}

export const test = base.extend<{ size: Size; stage: Stage }>({
  size: ['desktop', { option: true }],

  stage: async ({ house, server, size }, use) => {
    const { page } = await house.desk(size);
    await use({
      page,
      records: await house.records(),
      async enter(who) {
        await page.goto(plainFile);
        await forgetAll(page, server.url);
        await page.evaluate(() => sessionStorage.clear());
        if (who === 'nobody') return;
        const { token } = await house.session(who);
        await page.evaluate((kept) => localStorage.setItem('jwtToken', kept), token);
      },
    });
    // A screen would go on listening while other tests run.
    await page.goto(plainFile);
  },

  complaints: async ({ house, size }, use) => {
    const { heard } = await house.desk(size);
    const allowed: RegExp[] = [];
    await use({ allow: (pattern) => allowed.push(pattern) });
    const unexpected = heard
      .splice(0)
      .filter((text) => !allowed.some((pattern) => pattern.test(text)));
    expect(unexpected, 'what the browser complained about').toEqual([]);
  },
});
