import type { Locator } from '@playwright/test';
import { booked } from '#tests/support/journey.ts';
import { findings } from './support/axe-run.ts';
import { expect, noNetwork, screens, test, unreachable } from './support/test.ts';

const zone = 'Zaria';
const letters = (at: number) => String.fromCharCode(65 + (at % 26)) + String.fromCharCode(70 + at);

for (const device of ['on a phone', 'on a desktop'] as const)
  test.describe(device, () => {
    test.use({ ...screens[device], ownWindow: true });
    const mark = device === 'on a phone' ? 'QJ' : 'QK';

    test(
      'an officer begins a shift without a network, sees the day and ends the shift again',
      { tag: '@night' },
      async ({ page, context, signIn, complaints }) => {
        complaints.allow(noNetwork);
        complaints.allow(unreachable);
        const { client } = await signIn('booking officer', { zone });
        await booked(client, { registration: `ZAR-301${mark}` });
        await page.goto('/');
        const cardOf = (name: string): Locator => page.getByRole('region', { name });
        await expect(cardOf('Booked today')).toContainText('₦12,000');
        await expect(cardOf('Unpaid')).toContainText('1 booking');
        await expect(cardOf('Last ticket')).toContainText(`ZAR-301${mark}`);
        expect(await findings(page, 'light')).toEqual([]);
        await context.setOffline(true);
        await page.getByRole('button', { name: 'Start shift' }).click();
        await expect(cardOf('Shift')).toContainText(/Since \d\d:\d\d/);
        await context.setOffline(false);
        await page.getByRole('button', { name: 'End shift' }).click();
        await expect(cardOf('Shift')).toContainText('Not started');
      },
    );

    test(
      'a zonal head goes from the cash-up to one officer’s bookings in two steps',
      { tag: '@night' },
      async ({ page, signIn }) => {
        const { client, account } = await signIn('booking officer', { zone: 'Lere' });
        await booked(client, { zone: 'Lere', registration: `ZAR-302${mark}` });
        await signIn('zonal head', { zone: 'Lere' });
        await page.goto('/');
        await page.goto('/report');
        await page.getByRole('link', { name: 'Cash-up' }).click();
        const to = page.locator(`a[href^="/bookings?bookedBy=${account?.id ?? ''}"]`);
        await expect(to).toBeVisible();
        expect(await findings(page, 'light')).toEqual([]);
        await to.click();
        await expect(page.getByRole('heading', { name: 'All bookings', level: 1 })).toBeVisible();
        await expect(page.getByRole('button', { name: `Open ZAR-302${mark}` })).toBeVisible();
      },
    );

    test(
      'an observer goes from Base to the trail, and narrows it to a kind',
      { tag: '@night' },
      async ({ page, signIn, isMobile }) => {
        const { client } = await signIn('booking officer', { zone: 'Kaura' });
        await booked(client, { zone: 'Kaura', registration: `ZAR-303${mark}` });
        await signIn('observer');
        await page.goto('/');
        await page.getByRole('link', { name: 'All activity' }).click();
        await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
        expect(await findings(page, 'light')).toEqual([]);
        await page.getByRole('button', { name: 'Filters' }).click();
        const filters = isMobile ? page.getByRole('dialog', { name: 'Filters' }) : page;
        await (
          isMobile
            ? filters.getByText('Kind', { exact: true })
            : filters.getByRole('button', { name: 'Kind' })
        ).click();
        await page.getByRole('combobox', { name: 'Find kind of activity' }).fill('booked');
        await page.getByRole('listbox').getByRole('option').first().click();
        await expect(page).toHaveURL(/event=/);
        await expect(page.getByText(`ZAR-303${mark}`).first()).toBeVisible();
      },
    );

    test(
      'a state admin adds users from a file that is mended first',
      { tag: '@night' },
      async ({ page, signIn }) => {
        await signIn('state admin');
        await page.goto('/admin');
        await page.getByRole('button', { name: 'Add from a file' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add users from a file' });
        const lineOf = (at: number, role: string) =>
          `Halima,Number${letters(at)},halima.${mark}.${at}@authority.example,090055501${10 + at},${role},Kaduna,Zaria`;
        const choose = async (button: string, roles: readonly string[]) => {
          const choosing = page.waitForEvent('filechooser');
          await dialog.getByRole('button', { name: button }).click();
          const lines = [
            'First Name,Last Name,Email,Phone,Role,State,Zone',
            ...roles.map((role, at) => lineOf(at, role)),
          ];
          const buffer = Buffer.from(lines.join('\r\n'));
          await (await choosing).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
        };
        await choose('Select a file', ['booking officer', 'bookin officer']);
        await expect(dialog).toContainText('1 user to add, 1 row to correct');
        expect(await findings(page, 'light')).toEqual([]);
        await choose('Select another file', ['booking officer', 'operator']);
        await dialog.getByRole('button', { name: 'Add 2 users' }).click();
        await expect(page.getByText(/2 users (are )?added/).first()).toBeVisible();
      },
    );

    test(
      'chosen bookings of a list are printed in one go, with nothing else',
      { tag: device === 'on a phone' ? '@night' : [] },
      async ({ page, signIn }) => {
        const { client } = await signIn('booking officer', { zone: 'Kubau' });
        for (const number of [4, 5, 6])
          await booked(client, { zone: 'Kubau', registration: `ZAR-30${number}${mark}` });
        await page.goto('/unpaid');
        await page.getByRole('button', { name: 'Select', exact: true }).click();
        for (const number of [4, 6])
          await page.getByRole('checkbox', { name: new RegExp(`ZAR-30${number}${mark}`) }).click();
        // The head of a phone would cover half of a target.
        await page.evaluate(() => window.scrollTo(0, 0));
        expect(await findings(page, 'light')).toEqual([]);
        const opening = page.waitForEvent('popup');
        await page.getByRole('button', { name: 'Print 2 tickets' }).click();
        const paper = await opening;
        await expect(paper.locator('body')).toContainText(`ZAR-304${mark}`);
        await expect(paper.locator('body')).toContainText(`ZAR-306${mark}`);
        await expect(paper.locator('body')).not.toContainText(`ZAR-305${mark}`);
      },
    );
  });
