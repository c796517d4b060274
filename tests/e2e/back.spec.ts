import type { Page } from '@playwright/test';
import { signedIn } from '../support/client.ts';
import { recorded } from '../support/collisions.ts';
import { makeAccount } from '../support/factories.ts';
import { booked } from '../support/journey.ts';
import { journeyOn } from './support/journey.ts';
import { expect, test } from './support/test.ts';

test.use({
  ownWindow: true,
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
});

/** The ways in which a record is closed. */
const closings = {
  'its cross': (page: Page) =>
    page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).tap(),
  Escape: (page: Page) => page.keyboard.press('Escape'),
  Back: (page: Page) => page.goBack(),
} as const;

for (const [how, close] of Object.entries(closings))
  test(
    `a record that is closed by ${how} leads back to where it was opened`,
    { tag: how === 'Back' ? [] : '@night' },
    async ({ page, signIn }) => {
      const { client } = await signIn('zonal head', { zone: 'Zaria' });
      const registration = 'BCK-410LB';
      const { _id } = await booked(client, { registration, zone: 'Zaria' });
      await recorded(client, {
        vehicle: [{ plate: registration }],
        position: { lat: 11.16, lng: 7.71, accuracy: 10 },
      });
      const record = page.getByRole('dialog');
      const closes = async (address: string | RegExp) => {
        await expect(record).toBeVisible();
        await close(page);
        await expect(record).toBeHidden();
        await expect(page).toHaveURL(address);
      };

      const dossier = `/dossier?of=plate&value=${registration}`;
      await page.goto(dossier);
      const history = page.getByRole('list', { name: 'History' });
      await history
        .getByRole('link', { name: /^Ticket Issued/ })
        .first()
        .tap();
      await expect(page).toHaveURL(/\/bookings\?open=/);
      await closes(dossier);
      await history
        .getByRole('link', { name: /^Accident/ })
        .first()
        .tap();
      await expect(page).toHaveURL(/\/collisions\?open=/);
      await closes(dossier);

      // A phone shows the map alone, a desk its list too.
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('/map');
      const listed = page.getByRole('region', { name: 'Live Map' }).getByRole('list', {
        name: 'Records',
      });
      await listed
        .getByRole('button', { name: /Accident/ })
        .first()
        .tap();
      await expect(page).toHaveURL(/\/collisions\?open=/);
      await closes('/map');
      await page.setViewportSize({ width: 390, height: 844 });

      await page.goto('/profile');
      await page.getByRole('button', { name: /^(Search|Find plate)/ }).tap();
      await page.getByRole('combobox', { name: 'Search and actions' }).fill(registration);
      await page
        .getByRole('listbox')
        .getByRole('option', { name: /^BCK-410LB/ })
        .first()
        .tap();
      await expect(page).toHaveURL(`/bookings?open=${_id}`);
      await closes('/profile');

      // A link from elsewhere has no screen before it: its list comes.
      await page.goto(`/unpaid?open=${_id}`);
      await closes('/unpaid');
    },
  );

test(
  'a step back closes the menu while the next screen is still on its way',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await signIn('zonal head', { zone: 'Zaria' });
    const held = Promise.withResolvers<undefined>();
    await page.route('**/assets/completed-page*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/collisions');
    const { goTo, press } = journeyOn(page, true);
    await goTo('Completed');
    await expect(page).toHaveURL('/completed');
    await press(page.getByRole('button', { name: 'Open menu' }));
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    held.resolve(undefined);
    await expect(page).toHaveURL('/completed');
  },
);

test(
  'a step back leaves what lies on top, layer by layer, and only then the screen',
  { tag: '@night' },
  async ({ page, server, signIn }) => {
    await signIn('zonal head', { zone: 'Zaria' });
    const registration = 'BCK-411LB';
    // Nobody withdraws a booking of their own.
    const { email } = await server.query((db) => makeAccount(db, 'booking officer'));
    const { _id } = await booked(await signedIn(server.url, email), { registration });
    const journey = journeyOn(page, true);
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
    const button = (name: string | RegExp) => page.getByRole('button', { name });

    await page.goto('/collisions');
    await journey.goTo('Unpaid Booking');
    await expect(page).toHaveURL('/unpaid');
    const layers = [
      ['Open menu', 'Menu'],
      [/^Filters/, 'Filters'],
      [/^(Search|Find plate)/, 'Search and actions'],
      ['Check ticket', 'Check a ticket'],
    ] as const;
    for (const [opens, name] of layers) {
      await button(opens).first().tap();
      await expect(dialog(name)).toBeVisible();
      await page.goBack();
      await expect(dialog(name)).toBeHidden();
      await expect(page).toHaveURL('/unpaid');
    }

    // The picker over the form, then the question over the form.
    const form = await journey.openForm();
    await form.getByRole('button', { name: /^Offences/ }).tap();
    const picker = form.getByRole('combobox', { name: /offences$/i });
    await expect(picker).toBeVisible();
    await page.goBack();
    await expect(picker).toBeHidden();
    await form.getByLabel('Vehicle Registration').fill('BCK-412LB');
    await page.goBack();
    await expect(dialog('Close the form?')).toBeVisible();
    await page.goBack();
    await expect(dialog('Close the form?')).toBeHidden();
    await expect(form).toBeVisible();
    await page.goBack();
    await dialog('Close the form?').getByRole('button', { name: 'Discard' }).tap();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL('/unpaid');

    // A dialog over a record.
    await journey
      .rows('Unpaid Bookings')
      .filter({ hasText: registration })
      .getByRole('button')
      .first()
      .tap();
    await expect(page).toHaveURL(`/unpaid?open=${_id}`);
    for (const name of ['More', 'Withdraw booking'])
      await dialog(/^Booking/)
        .getByRole('button', { name })
        .tap();
    await expect(dialog(/^Withdraw /)).toBeVisible();
    await page.goBack();
    await expect(dialog(/^Withdraw /)).toBeHidden();
    await expect(page).toHaveURL(`/unpaid?open=${_id}`);
    await page.goBack();
    await expect(dialog(/^Booking/)).toBeHidden();
    await expect(page).toHaveURL('/unpaid');
    await page.goBack();
    await expect(page).toHaveURL('/collisions');
  },
);
