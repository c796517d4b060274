import { expect, test } from '#tests/e2e/support/test.ts';
import { navigationEntries } from '#tests/support/navigation.ts';
import { colourOf, isLightBlue, isWhite, navigation, profileBlock } from './screen.ts';

test('55c: the active entry is highlighted white, the others are light blue', async ({
  page,
  signIn,
}) => {
  await signIn('state admin');
  await page.goto('/completed');
  await expect(navigation(page).getByRole('link')).toHaveCount(navigationEntries.length);
  for (const [label] of navigationEntries) {
    const entry = navigation(page).getByRole('link', { name: label, exact: true });
    const colour = await colourOf(entry);
    expect([label, isWhite(colour)]).toEqual([label, label === 'Completed']);
    expect([label, isLightBlue(colour)]).toEqual([label, label !== 'Completed']);
  }
});

for (const { which, entries, tag } of [
  { which: 'the first entries and Logout close', entries: navigationEntries.slice(0, 2), tag: [] },
  { which: 'every other entry closes', entries: navigationEntries.slice(2), tag: '@night' },
])
  test(
    `55a, 55b: on a small screen the navigation is a menu that ${which}`,
    { tag },
    async ({ page, signIn }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await signIn('state admin');
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
      for (const [label, path] of entries) {
        await expect(navigation(page)).toBeHidden();
        await page.getByRole('button', { name: 'Open menu' }).click();
        await navigation(page).getByRole('link', { name: label, exact: true }).click();
        await expect(page).toHaveURL(path);
      }
      await expect(navigation(page)).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await navigation(page).getByRole('button', { name: 'Logout', exact: true }).click();
      await expect(page).toHaveURL('/signin');
      await expect(navigation(page)).toBeHidden();
    },
  );

test(
  '59a: the profile block shows name and role, in sight from 1024 px on',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await signIn('zonal head');
    await page.goto('/');
    const block = profileBlock(page).filter({ hasText: 'Amina Sule' });
    await expect(block).toContainText('Zonal head');
    for (const width of [1024, 1199, 1200, 1440]) {
      await page.setViewportSize({ width, height: 768 });
      for (const words of ['Amina Sule', 'Zonal head']) {
        const box = await block.getByText(words, { exact: true }).boundingBox();
        expect(box?.width, `${words} at ${width} px`).toBeGreaterThan(40);
      }
    }
    await block.click();
    await expect(page).toHaveURL('/profile');
  },
);
