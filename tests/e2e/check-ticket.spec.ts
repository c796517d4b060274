import type { BrowserContext, Page } from '@playwright/test';
import { revokeDevice } from '#contract/modules/field-work/devices.ts';
import { signedAddress, signedText } from '#contract/signed-tickets.ts';
import { qrCode } from '#server/qr-code.ts';
import { openSession } from '#tests/support/client.ts';
import { aTicketOfKaduna } from '#tests/support/devices.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { expect, noNetwork, refused, test, unreachable } from './support/test.ts';
import { listen } from './support/window.ts';

// Other tests have no worker: see playwright.config.ts.
test.use({ serviceWorkers: 'allow', ownWindow: true });

/** The key by which the device signs tickets, once it is certified; and its signature of `text`. */
const signedOn = (page: Page, text: string | null) =>
  page.evaluate(async (signing) => {
    for (const { name } of await indexedDB.databases()) {
      const opened = indexedDB.open(name ?? '');
      await new Promise((resolve) => opened.addEventListener('success', resolve));
      const asked = opened.result.transaction('kept').objectStore('kept').get('device key');
      await new Promise((resolve) => asked.addEventListener('success', resolve));
      opened.result.close();
      const kept = asked.result as
        | { id: string; privateKey: CryptoKey; certified: { publicUrl: string } | null }
        | undefined;
      if (!kept?.certified) continue;
      const { id, privateKey, certified } = kept;
      const how = { name: 'ECDSA', hash: 'SHA-256' };
      const bytes = new TextEncoder().encode(signing ?? '');
      const made = await crypto.subtle.sign(how, privateKey, bytes);
      const isSecret = await crypto.subtle.exportKey('jwk', privateKey).then(
        () => false,
        () => true,
      );
      return { id, publicUrl: certified.publicUrl, signature: [...new Uint8Array(made)], isSecret };
    }
    return null;
  }, text);

/** In place of a camera, which the browser of the tests has none of: one that sees a QR code. */
async function cameraSees(page: Page, text: string): Promise<void> {
  await page.evaluate(({ size, path }) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 640;
    const context = canvas.getContext('2d');
    const draw = () => {
      if (!context) return;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 640, 640);
      const scale = 520 / size;
      context.setTransform(scale, 0, 0, scale, 60, 60);
      context.fillStyle = '#000';
      context.fill(new Path2D(path));
    };
    draw();
    setInterval(draw, 100);
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
      configurable: true,
      value: () => Promise.resolve(canvas.captureStream(10)),
    });
  }, qrCode(text));
}

async function scan(page: Page, text: string): Promise<void> {
  await cameraSees(page, text);
  await page.getByRole('button', { name: 'Scan the code' }).click();
}

const verdict = (page: Page) => page.getByRole('region', { name: 'Result' });

test(
  'one phone signs a ticket and another verifies it, both without a network, until the phone is revoked',
  { tag: '@night' },
  async ({ browser, context, page, server, signIn, complaints }) => {
    complaints.allow(noNetwork);
    complaints.allow(unreachable);
    // The ticket never arrives.
    complaints.allow(refused(404));
    const place = { state: 'Kaduna', zone: 'Zaria' } as const;
    const { account, client } = await signIn('booking officer', place);
    const screens = await page.goto('/unpaid');
    expect(screens?.headers()['permissions-policy']).toContain('camera=(self)');
    await page.mouse.move(10, 10);
    await expect.poll(() => signedOn(page, null)).not.toBeNull();

    const colleague = await server.query((db) => makeAccount(db, 'booking officer', place));
    const { token } = await openSession(server.url, colleague.email);
    const other: BrowserContext = await browser.newContext({ baseURL: server.url });
    await listen(other, []);
    const checking = await other.newPage();
    await checking.goto('/icon.svg');
    await checking.evaluate((given) => localStorage.setItem('jwtToken', given), token);
    await checking.goto('/check-ticket');
    await checking.mouse.move(10, 10);
    await checking.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect(
      checking.getByText(/This device can check tickets from \d+ phones?/),
    ).toBeVisible();

    await context.setOffline(true);
    await other.setOffline(true);
    const madeAt = new Date();
    const device = await signedOn(page, null);
    if (!device) throw new Error('The device has no certified key.');
    expect(device.isSecret).toBe(true);
    const claim = { ...aTicketOfKaduna, madeAt, signer: device.id };
    const made = await signedOn(page, signedText(claim));
    const signature = Uint8Array.from(made?.signature ?? []);
    const ticket = signedAddress(device.publicUrl, claim, signature);

    const cold = await other.newPage();
    await cold.goto('/check-ticket');
    await scan(cold, ticket);
    await expect(verdict(cold)).toContainText('The phone of Amina Sule, Zaria, signed this ticket');
    await expect(verdict(cold)).toContainText('ABC123XY');
    await expect(verdict(cold)).toContainText('₦12,000');
    await expect(verdict(cold)).toContainText('Without a network, Hanya cannot tell');

    await scan(cold, signedAddress(device.publicUrl, { ...claim, price: 2_000 }, signature));
    await expect(verdict(cold)).toContainText('Not genuine');

    const params = { id: account?.id ?? '', device: device.id };
    await client.ok(revokeDevice, { params });
    await other.setOffline(false);
    await cold.reload();
    await expect(async () => {
      await scan(cold, ticket);
      await expect(verdict(cold)).toContainText('Do not rely on this ticket', { timeout: 5_000 });
    }).toPass();
    await expect(verdict(cold)).toContainText('The authority has not received this ticket.');
    await other.close();
  },
);
