import { findings } from './support/axe-run.ts';
import { expect, noNetwork, test, unreachable } from './support/test.ts';

for (const width of [390, 1440])
  test.describe(`at ${width} pixels`, { tag: '@night' }, () => {
    test.use({ viewport: { width, height: 860 }, ownWindow: true });

    test('a new officer asks what a screen is for, reads the guide, and practises without a network', async ({
      page,
      context,
      signIn,
      complaints,
    }) => {
      complaints.allow(noNetwork);
      complaints.allow(unreachable);
      await signIn('booking officer');
      await page.goto('/unpaid');
      await page.getByRole('button', { name: 'Help for this screen' }).click();
      const help = page.getByRole('dialog', { name: 'Help' });
      await expect(help).toContainText('These bookings are not paid yet.');
      expect(await findings(page, 'light')).toEqual([]);
      await help.getByRole('link', { name: 'Guide to your role' }).click();
      await expect(page.getByText('What a booking officer does')).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);

      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
      await page.getByRole('button', { name: 'Practise a booking' }).click();
      const form = page.getByRole('dialog', { name: 'Practice: New Booking Form' });
      await expect(form.getByText('This is practice.')).toBeVisible();
      await form.getByLabel('Vehicle Registration').fill('KAD-214BN');
      await form.getByLabel('Name', { exact: true }).fill('Danjuma Audu');
      await form.getByLabel('Phone number', { exact: true }).fill('09005550142');
      await form.getByLabel('Address', { exact: true }).fill('14 Benin Street');
      const search = form.getByLabel('Offences');
      if (width === 390) await search.click();
      await form.getByRole('combobox', { name: /offences/i }).fill('LGC-16');
      await form.getByRole('option', { name: /LGC-16/ }).click();
      if (width === 390) await form.getByRole('button', { name: 'Done' }).click();
      await context.setOffline(true);
      await form.getByRole('button', { name: 'Submit' }).click();
      const ticket = page.getByRole('dialog', { name: 'Practice ticket' });
      const paper = ticket.getByRole('article', { name: 'Ticket' });
      await expect(paper).toContainText('This is no ticket, and nothing is due.');
      await expect(paper).not.toContainText('/t/');
      await ticket.getByRole('button', { name: 'Show to driver' }).click();
      const shown = page.getByRole('dialog', { name: 'Practice: Show to driver' });
      await expect(shown.getByText('KAD-214BN')).toBeVisible();
      await expect(shown.getByText(/WhatsApp|SMS|Share|Copy address/)).toHaveCount(0);
      expect(sent.filter((url) => !url.includes('breakage'))).toEqual([]);
    });
  });
