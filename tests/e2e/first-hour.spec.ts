import Fastify from 'fastify';
import { listOffences } from '#server/features/offences/queries.ts';
import { sandboxPayKaduna } from '#server/gateways/sandbox-paykaduna/plugin.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { freePort } from '#tests/support/free-port.ts';
import { until } from '#tests/support/journey.ts';
import { findings } from './support/axe-run.ts';
import { journeyOn } from './support/journey.ts';
import { startMapHost } from './support/map-host.ts';
import { RunningServer } from './support/server.ts';
import { expect, refused, screens, test, unreachable } from './support/test.ts';

const gateway = { apiKey: 'the-key-of-the-sandbox', engineCode: 'HANYA' };
const axed = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

test.use({ ...screens['on a phone'], ownWindow: true });

test(
  'an empty installation is set up in the browser, up to its first booking',
  { tag: '@night' },
  async ({ page, server, complaints }) => {
    test.skip(process.env['CLUSTER'] !== undefined, 'It begins with a server of its own.');
    complaints.allow(refused(403));
    // The roadside without a network, and calls that the end of the server cuts off.
    complaints.allow(unreachable);
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const publicUrl = `http://127.0.0.1:${sandboxPort}`;
    const sandbox = Fastify();
    // Its books lie beside those of the demo, which asks it nothing.
    const codes = listOffences().map(({ code }) => code);
    await server.query(async (db) => {
      const options = { ...gateway, prefix: '/sandbox', db, publicUrl, revenueCodes: codes };
      await sandbox.register(sandboxPayKaduna, options);
    });
    await sandbox.listen({ port: sandboxPort, host: '127.0.0.1' });
    const own = new RunningServer(port, await startMapHost(), {
      DEMO: 'off',
      PAYKADUNA_URL: `${publicUrl}/sandbox`,
      PAYKADUNA_API_KEY: gateway.apiKey,
      PAYKADUNA_ENGINE_CODE: gateway.engineCode,
    });
    try {
      await own.start();
      await until('the code is printed', () => Promise.resolve(own.said.includes('set-up code')));
      const code = /set-up code (\S+)/.exec(own.said)?.[1] ?? '';
      const title = (name: string) => page.getByRole('heading', { level: 1, name });

      await page.goto(`${own.url}/signin`);
      await expect(title('Set up Hanya')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
      for (const size of Object.values(axed)) {
        await page.setViewportSize(size);
        for (const scheme of ['light', 'dark'] as const)
          expect(await findings(page, scheme)).toEqual([]);
      }
      await page.setViewportSize(axed.phone);
      for (const [field, value] of [
        ['Set-up code', 'KADU-NA00-0000-0000'],
        ['First name', 'Hauwa'],
        ['Last name', 'Bello'],
        ['Email', 'hauwa@example.com'],
        ['Password', 'lorry-quiet-eleven-fields'],
        ['Confirm password', 'lorry-quiet-eleven-fields'],
      ] as const)
        await page.getByLabel(field, { exact: true }).fill(value);
      await page.getByLabel('Organisation').selectOption('Kaduna');
      await page.getByRole('button', { name: 'Set up' }).tap();
      await expect(page.getByRole('alert')).toContainText('This set-up code is wrong.');
      await page.getByLabel('Set-up code').fill(code.toLowerCase());
      await page.getByRole('button', { name: 'Set up' }).tap();

      await page.getByLabel(/^Name of the authority/).fill('Ways of Kaduna');
      await page.getByLabel(/^Phone/).fill('0700 555 0100');
      await page.getByLabel(/^Office/).fill('1 Bank Road, Kaduna');
      const logo = {
        name: 'arms.png',
        mimeType: 'image/png',
        buffer: Buffer.from(await aPicture()),
      };
      await page.getByLabel(/^Logo for papers/).setInputFiles(logo);
      expect(await findings(page, 'light')).toEqual([]);
      await page.getByRole('button', { name: 'Begin' }).tap();

      await expect(title('Base')).toBeVisible();
      await expect(page.getByText('Ways of Kaduna').first()).toBeVisible();
      const card = page.getByRole('region', { name: 'Set up' });
      await expect(card).toContainText('3 of 7 done');
      await expect(card).toContainText('Nobody can confirm this yet.');
      await card.getByRole('link', { name: 'Organisation' }).tap();
      await expect(page.getByLabel(/^Name of the authority/)).toHaveValue('Ways of Kaduna');
      await expect(page.getByRole('img', { name: 'Logo of Kaduna' })).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);

      const stop = { name: 'Musa Danladi', registration: 'KTN-482AB' };
      const journey = journeyOn(page, true);
      const form = await journey.openForm();
      await journey.addOffence(form, 'LGC-16', /LGC-16/);
      await journey.fillDriverAndVehicle(form, stop);
      await page.route('**/api/v1/booking', (route) => route.abort());
      await form.getByRole('button', { name: 'Submit' }).tap();
      await expect(form).toBeHidden();
      const waiting = page.getByRole('list', { name: 'bookings on this device' });
      await waiting.getByRole('button', { name: 'Print ticket' }).tap();
      const dialog = page.getByRole('dialog', { name: 'Ticket' });
      const ticket = dialog.getByRole('article', { name: 'Ticket' });
      await expect(ticket).toContainText('Ways of Kaduna');
      await expect(ticket.locator('img')).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
      await dialog.getByRole('button', { name: 'Close' }).tap();
      await page.unroute('**/api/v1/booking');
      await expect(waiting).toBeHidden({ timeout: 30_000 });
      const detail = await journey.openBooking(stop.registration);
      await journey.payBill(detail);
      await journey.checkStatus(detail);

      await page.setViewportSize(axed.desk);
      await page.goto(`${own.url}/operations`);
      await expect(page.getByRole('list', { name: 'Status' })).toBeVisible();
      await page.goto(own.url);
      await expect(card).toContainText('3 of 7 done');
      await expect(page.getByText('Ways of Kaduna').first()).toBeVisible();
      expect(await findings(page, 'light')).toEqual([]);
      await page.goto(`${own.url}/organisation`);
      await page.getByRole('button', { name: 'Remove the logo' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).click();
      await expect(page.getByRole('img', { name: 'Logo of Kaduna' })).toBeHidden();
    } finally {
      // A screen would go on asking a server that is gone.
      await page.goto('about:blank');
      await own.remove();
      await sandbox.close();
    }
  },
);
