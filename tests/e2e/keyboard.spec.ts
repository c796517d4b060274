import { demoPassword } from '#contract/demo.ts';
import { aPicture } from '../specification/pictures.ts';
import { booked } from '../support/journey.ts';
import { choose, pressOn, tabTo, typeInto } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

// No test here uses a pointer: every step is a key.

test('from sign-in to clearance, by keyboard alone', { tag: '@night' }, async ({ page }) => {
  const { keyboard } = page;
  await page.goto('/signin');
  await typeInto(page, page.getByLabel('Email'), 'booking-officer@hanya.test');
  await typeInto(page, page.getByLabel('Password', { exact: true }), demoPassword);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Base' })).toBeVisible();

  const links = page.getByRole('navigation', { name: 'New record' });
  await pressOn(page, links.getByRole('button', { name: 'Booking' }));
  const form = page.getByRole('dialog', { name: 'New Booking Form' });
  await typeInto(page, form.getByRole('combobox', { name: 'Offences' }), 'LGC-16');
  await expect(form.getByRole('option', { name: /LGC-16/ })).toBeVisible();
  await keyboard.press('Enter');
  await expect(form.getByRole('option', { name: /LGC-16/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const fields = {
    'License number': 'KEY48271AA12',
    Name: 'Talatu Garba',
    'Phone number': '0900 555 0177',
    Address: '3 Kongo Road',
  };
  for (const [label, text] of Object.entries(fields)) {
    await typeInto(page, form.getByLabel(label, { exact: true }), text);
  }
  await typeInto(page, form.getByLabel('Vehicle Registration'), 'KEY-314TG');
  await pressOn(page, form.getByRole('checkbox', { name: 'Vehicle License' }), 'Space');
  await expect(form.getByRole('checkbox', { name: 'Vehicle License' })).toBeChecked();
  await pressOn(page, form.getByRole('button', { name: 'Submit' }));
  await expect(page).toHaveURL('/unpaid');
  await expect(form).toBeHidden();

  await pressOn(page, page.getByRole('button', { name: 'Open KEY-314TG' }));
  const detail = page.getByRole('dialog', { name: /^Booking/ });
  await expect(detail.getByRole('term').filter({ hasText: 'Bill reference' })).toBeVisible({
    timeout: 120_000,
  });
  const opening = page.waitForEvent('popup');
  await pressOn(page, detail.getByRole('button', { name: 'Pay Bill' }));
  const gateway = await opening;
  await pressOn(gateway, gateway.getByRole('button', { name: /^Pay ₦/ }));
  await expect(gateway.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await gateway.close();

  await pressOn(page, detail.getByRole('button', { name: 'Check Status' }));
  await expect(detail.getByText('Payment Completed!')).toBeVisible();
  await pressOn(page, detail.getByRole('button', { name: 'Clear Vehicle' }));
  const question = page.getByRole('dialog', { name: 'Clear KEY-314TG?' });
  await pressOn(page, question.getByRole('button', { name: 'Clear Vehicle' }));
  await expect(page.getByText('Vehicle Cleared successfully!').first()).toBeVisible();
  await expect(page).toHaveURL('/completed');
});

test(
  'a collision is recorded with a picture, by keyboard alone',
  { tag: '@night' },
  async ({ page, signIn }) => {
    await signIn('booking officer', { zone: 'Zaria' });
    await page.goto('/collisions');
    const links = page.getByRole('navigation', { name: 'New record' });
    await pressOn(page, links.getByRole('button', { name: 'Collision' }));
    const form = page.getByRole('dialog', { name: 'New Collision Form', exact: true });
    for (const of of ['vehicles', 'fatalities']) {
      await typeInto(page, form.getByLabel(new RegExp(`^Number of ${of}`)), '1');
    }
    await pressOn(page, form.getByRole('button', { name: 'Add vehicle' }));
    await typeInto(page, form.getByLabel(/^Plate number/), 'KEY-909CR');
    const choosing = page.waitForEvent('filechooser');
    await pressOn(page, form.getByLabel(/^Add images/).first());
    await (await choosing).setFiles(await aPicture());
    const submit = form.getByRole('button', { name: 'Submit' });
    await expect(submit).toBeEnabled();
    await pressOn(page, submit);
    await expect(page).toHaveURL('/collisions');
    await expect(form).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'KEY-909CR' })).toBeVisible();
  },
);

test('a user is added, by keyboard alone', { tag: '@night' }, async ({ page, signIn }) => {
  await signIn('state admin');
  await page.goto('/admin');
  await pressOn(page, page.getByRole('button', { name: 'Add New User' }));
  const form = page.getByRole('dialog', { name: 'Add New User', exact: true });
  const label = (name: string) =>
    form.getByLabel(new RegExp(`^${name}( \\(optional\\))?$`)).first();
  const before = { Username: 'k.garba', 'First Name': 'Kande', 'Last Name': 'Garba' };
  for (const [name, text] of Object.entries(before)) await typeInto(page, label(name), text);
  await typeInto(page, label('Email'), 'kande.garba@example.com');
  await choose(page, form.getByRole('combobox', { name: 'Role' }), 'Booking officer');
  await choose(page, form.getByRole('combobox', { name: 'Zone' }), 'Zaria');
  await pressOn(page, form.getByRole('button', { name: 'Submit' }));
  await expect(form).toBeHidden();
  // New users come last, which may be on another page.
  await page.keyboard.press('/');
  await page.keyboard.type('Kande Garba');
  await expect(page.getByRole('row').filter({ hasText: 'Kande Garba' })).toBeVisible();
});

test(
  'a list is searched, filtered and cleared, and a record gives the focus back to its row, by keyboard alone',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const { client } = await signIn('booking officer', { zone: 'Zaria' });
    const name = 'Lami Keyboard';
    for (const registration of ['KEY-101LK', 'KEY-102LK'])
      await booked(client, { name, registration });
    await page.goto('/unpaid');
    const rows = page.getByRole('table', { name: 'Unpaid Bookings' }).locator('tbody tr');
    await expect(rows.filter({ hasText: 'KEY-101LK' })).toBeVisible();
    await typeInto(page, page.locator('main').getByRole('searchbox'), name);
    await expect(rows).toHaveCount(2);

    const row = rows.filter({ hasText: 'KEY-101LK' });
    await tabTo(page, rows.first());
    await page.keyboard.press('ArrowDown');
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('dialog', { name: /^Booking KEY-101LK/ });
    await expect(detail.getByRole('table', { name: 'Fines' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detail).toBeHidden();
    await expect(row).toBeFocused();

    const filters = page.getByRole('group', { name: 'Filters' });
    await tabTo(page, page.getByRole('button', { name: 'Filters' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, filters.getByRole('button', { name: 'Amount' }));
    await page.keyboard.press('Enter');
    await typeInto(page, page.getByRole('textbox', { name: 'From' }), '900000000');
    await pressOn(page, page.getByRole('button', { name: 'Show these amounts' }));
    await expect(page.getByText(/^Nothing matches .* with 1 filter\.$/)).toBeVisible();
    await expect(filters.getByRole('button', { name: /^Amount/ }).first()).toBeFocused();
    await pressOn(page, page.getByRole('button', { name: 'Clear filters' }));
    await expect(rows.filter({ hasText: 'KEY-101LK' })).toBeVisible();
    await expect(page).toHaveURL('/unpaid');
  },
);
