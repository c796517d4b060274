import { createRequire } from 'node:module';
import type { CompatData } from '@mdn/browser-compat-data';
import type { Page } from '@playwright/test';
import { oldestBrowsers } from '#web/early/oldest-browsers.ts';
import { whatBrowsersLack } from '../../scripts/lib/newer.mjs';
import { makeAccount, testPassword } from '../support/factories.ts';
import { journeyOn } from './support/journey.ts';
import { expect, screens, test } from './support/test.ts';

const { chrome, firefox, safari } = oldestBrowsers;
const tables = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;
const { globals, members } = whatBrowsersLack(tables, {
  chrome,
  firefox,
  safari,
  safari_ios: safari,
});
/** Chromium goes on asking for the policy of trusted types, which browsers without them don't. */
const kept = /trusted/i;

/** Takes from the next pages what at least one of the oldest browsers lacks. */
async function becomeOldest(page: Page): Promise<void> {
  const gone = [...members, ...globals].filter((name) => !kept.test(name));
  await page.addInitScript((names) => {
    // Globals are found by names that the type of globalThis can't know.
    const all = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
    for (const name of names) {
      const [owner = '', member] = name.split('.');
      if (member === undefined) Reflect.deleteProperty(all, owner);
      else {
        const found = all[owner];
        if (found === undefined) continue;
        Reflect.deleteProperty(found, member);
        if (found.prototype) Reflect.deleteProperty(found.prototype, member);
        if (owner === 'Window') Reflect.deleteProperty(all, member);
      }
    }
  }, gone);
}

test.use({ ownWindow: true });

for (const [screen, options] of Object.entries(screens)) {
  test.describe(screen, { tag: 'isMobile' in options ? [] : '@night' }, () => {
    test.use(options);

    test('without all that the oldest browsers lack, sign-in, a list and the booking form work', async ({
      page,
      server,
      complaints,
    }) => {
      // On a busy machine the note on a plate is cut off.
      complaints.allow(/dossier\/known/);
      const { email } = await server.query((db) =>
        makeAccount(db, 'booking officer', { zone: 'Zaria' }),
      );
      await becomeOldest(page);
      const journey = journeyOn(page, 'isMobile' in options);
      await page.goto('/signin');
      expect(await page.evaluate(() => 'groupBy' in Object || 'union' in Set.prototype)).toBe(
        false,
      );
      await journey.signIn(email, testPassword);
      const form = await journey.openForm();
      await journey.addOffence(form, 'LGC-16', /LGC-16/);
      const stop = { name: 'Ejike Nwankwo', registration: 'ZAR-410QX' };
      await journey.fillDriverAndVehicle(form, stop);
      await journey.press(form.getByRole('button', { name: 'Submit' }));
      await expect(page).toHaveURL('/unpaid');
      const detail = await journey.openBooking(stop.registration);
      await expect(detail.getByText(stop.name).first()).toBeVisible();
    });
  });
}

/** What became part of browsers some years before the oldest that hold. */
const older = [
  'Array.prototype.findLast',
  'structuredClone',
  'AbortSignal.timeout',
  'CSS.supports',
];

test.describe('of a browser that is older still', () => {
  for (const name of older)
    test(
      `its user is told in words, before sign-in: without ${name}`,
      { tag: name === older[0] ? [] : '@night' },
      async ({ page }) => {
        await page.addInitScript((gone) => {
          const path = gone.split('.');
          const last = path.pop() ?? '';
          const owner = path.reduce<object>(
            (at, step) => Reflect.get(at, step) as object,
            globalThis,
          );
          Reflect.deleteProperty(owner, last);
        }, name);
        for (const address of ['/signin', '/', '/resetpassword']) {
          await page.goto(address);
          const told = page.getByRole('heading', { name: 'This browser is out of date' });
          await expect(told).toBeVisible();
          await expect(page.getByText(`Chrome and Edge ${chrome} or later`)).toBeVisible();
          await expect(page.locator('#root')).toBeHidden();
        }
      },
    );
});
