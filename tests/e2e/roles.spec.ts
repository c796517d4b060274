import type { Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { expect, test } from './support/test.ts';

const everything = [
  'Base',
  'Live Map',
  'Unpaid Booking',
  'Paid & Awaiting Clearance',
  'Completed',
  'Collisions',
  'Unpaid Insurance',
  'Regularised Insurance',
  'Reports',
  'Admin',
  'Profile',
  'Logout',
];
const withoutAdmin = everything.filter((label) => label !== 'Admin');
const allLinks = ['Booking', 'Insurance', 'Collision'];

const seen: Record<Role, { entries: string[]; links: string[]; hidden: string[] }> = {
  'state admin': { entries: everything, links: allLinks, hidden: [] },
  'zonal head': { entries: withoutAdmin, links: allLinks, hidden: ['/admin'] },
  'booking officer': { entries: withoutAdmin, links: allLinks, hidden: ['/admin'] },
  operator: {
    entries: ['Base', 'Unpaid Booking', 'Collisions', 'Profile', 'Logout'],
    links: ['Booking', 'Collision'],
    hidden: [
      '/map',
      '/paid',
      '/completed',
      '/bookings',
      '/drivers',
      '/unpaid-insurance',
      '/insurance',
      '/report',
      '/admin',
    ],
  },
  observer: { entries: everything, links: allLinks, hidden: [] },
  guest: { entries: withoutAdmin, links: allLinks, hidden: ['/admin'] },
};

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

for (const [role, { entries, links, hidden }] of Object.entries(seen) as [
  Role,
  (typeof seen)[Role],
][]) {
  test(`the ${role} sees exactly the entries and links of the role`, async ({ page, signIn }) => {
    await signIn(role);
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('listitem')).toHaveText(entries);
    const header = page.getByRole('navigation', { name: 'New record' });
    await expect(header.getByRole('button')).toHaveText(links);
  });

  if (hidden.length > 0) {
    test(`a path that is hidden from the ${role} leads to the dashboard`, async ({
      page,
      signIn,
    }) => {
      await signIn(role);
      for (const path of hidden) {
        await page.goto(path);
        await expect(page, path).toHaveURL('/');
        await expect(title(page, 'Base')).toBeVisible();
      }
    });
  } else {
    test(`the ${role} opens the users page`, async ({ page, signIn }) => {
      await signIn(role);
      await page.goto('/admin');
      await expect(title(page, 'Users')).toBeVisible();
      await expect(page).toHaveURL('/admin');
    });
  }
}

for (const role of ['observer', 'guest'] as const) {
  test(`the ${role} sees the booking form, with Submit disabled and the reason`, async ({
    page,
    signIn,
  }) => {
    await signIn(role);
    await page.goto('/unpaid');
    await page
      .getByRole('navigation', { name: 'New record' })
      .getByRole('button', { name: 'Booking' })
      .click();
    const submit = page
      .getByRole('dialog', { name: 'New Booking Form' })
      .getByRole('button', { name: 'Submit' });
    await expect(submit).toBeDisabled();
    await expect(submit).toHaveAccessibleDescription(new RegExp(`your role: ${role}`));
  });

  test(`the ${role} sees a booking, with its actions disabled and the reason`, async ({
    page,
    signIn,
  }) => {
    await signIn(role);
    await page.goto('/unpaid');
    await page
      .getByRole('button', { name: /^Open / })
      .first()
      .click();
    for (const action of ['Pay Bill', 'Check Status', 'Clear Vehicle']) {
      const button = page.getByRole('dialog').getByRole('button', { name: action });
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(/your role/i);
    }
  });
}

test('the operator, who may not clear a vehicle, may settle a booking', async ({
  page,
  signIn,
}) => {
  await signIn('operator');
  await page.goto('/unpaid');
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  const detail = page.getByRole('dialog');
  await expect(detail.getByRole('button', { name: 'Pay Bill' })).toBeEnabled();
  await expect(detail.getByRole('button', { name: 'Check Status' })).toBeEnabled();
  await expect(detail.getByRole('button', { name: 'Clear Vehicle' })).toBeDisabled();
});

test('an unknown address is the layout with "Not found"', async ({ page, signIn }) => {
  await signIn('booking officer');
  await page.goto('/no-such-screen');
  await expect(title(page, 'Not found')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
