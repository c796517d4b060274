import type { Page } from '@playwright/test';
import { type ScreenPath, titleOf } from '#contract/screen-paths.ts';
import { builtFile } from '../support/built-file.ts';
import { expect, test } from './support/test.ts';

/** Screens by their modules, which a test breaks; nothing else on the page needs these. */
const broken: Partial<Record<ScreenPath, string>> = {
  '/unpaid': 'app/unpaid-with-map.tsx',
  '/collisions': 'features/collisions/collisions-page.tsx',
  '/drivers': 'features/driving-tests/drivers-page.tsx',
  '/report': 'app/reports-page.tsx',
  '/withdrawals': 'features/statistics/withdrawals-page.tsx',
};

/** Puts a screen in the place of another that throws while it is drawn. */
async function breakScreen(page: Page, module: string): Promise<string> {
  const file = builtFile(module);
  await page.context().route(`**/assets/${file}`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Planted() { throw new RangeError("KJA-482XG of Musa Adamu"); }',
    }),
  );
  return file;
}

test(
  'what breaks on five screens is found in Operations, by screen, cause and place in the scripts',
  { tag: '@night' },
  async ({ page, signIn, complaints }) => {
    complaints.allow(/KJA-482XG of Musa Adamu/);
    await signIn('state admin', { state: null });
    const files: string[] = [];
    for (const [path, module] of Object.entries(broken)) {
      files.push(await breakScreen(page, module));
      const reported = page.waitForResponse('**/api/v1/operations/breakage');
      await page.goto(path);
      await expect(page.getByText('There is a problem with this screen')).toBeVisible();
      // The reporter comes with the first use of the page.
      await page.mouse.move(10, 10);
      await page.mouse.move(20, 20);
      expect((await reported).status()).toBe(200);
    }
    await page.goto('/operations');
    const list = page.getByRole('list', { name: 'Problems in browsers' });
    for (const [index, path] of Object.keys(broken).entries()) {
      const title = titleOf(path as ScreenPath);
      const row = list.getByRole('listitem').filter({ hasText: `${title}: the screen` });
      await expect(row).toContainText(`RangeError in${files[index]}:1:`);
      await expect(row).toContainText('Version 1.0.0. Reported once, by one account in a day.');
    }
    await expect(page.getByText(/^\d+ problems? in the last day/)).toBeVisible();
    expect(await page.content()).not.toContain('KJA-482XG');
  },
);
