import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium as browserType } from '@playwright/test';
import sharp from 'sharp';
import { startServer } from '../../tests/e2e/support/server.ts';
import { root } from './bootstrap.mjs';
import { scenes } from './scenes.mjs';

const folder = join(root, 'docs', 'screens');
const password = 'hanya-demo-pass';

const sizes = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
};
const themes = ['light', 'dark'];

/** Starts a server with demo data, takes a picture of each named scene, or of all, and stops it. */
export async function takeScreens(executablePath, names) {
  const wanted = scenes.filter(({ name }) => names.length === 0 || names.includes(name));
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = ['--disable-3d-apis', '--hide-scrollbars', ...asRoot];
  const browser = await browserType.launch({ executablePath, args });
  try {
    const shoot = await prepare(server, browser);
    let bytes = 0;
    for (const scene of wanted) bytes += await shoot(scene);
    process.stdout.write(`${(bytes / 1e6).toFixed(1)} MB in docs/screens\n`);
    writeFileSync(join(folder, 'README.md'), page());
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function prepare(server, browser) {
  const accounts = ['state-admin', 'booking-officer'];
  const tokens = Object.fromEntries(
    await Promise.all(accounts.map(async (name) => [name, await signIn(server.url, name)])),
  );
  const records = await findRecords(server, tokens['state-admin']);
  const now = new Date();
  const devices = await prepareDevices(browser, server.url, tokens);

  return async ({
    name,
    as = 'state-admin',
    size = 'desktop',
    theme = 'light',
    address,
    ready,
  }) => {
    const phone = size === 'phone';
    const at = typeof address === 'string' ? address : address(records);
    const context = await browser.newContext({
      ...sizes[size],
      baseURL: server.url,
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
      colorScheme: theme,
      reducedMotion: 'reduce',
      ...(as !== null && { storageState: devices[as][theme] }),
    });
    // Other hosts are not asked, so that the pictures are the same everywhere.
    await context.route(/^https:|\/dark\/\d/, (route) => route.abort());
    const tab = await context.newPage();
    // A fixed time, so that "4 minutes ago" is the same in every picture.
    await tab.clock.setFixedTime(now);
    await tab.goto(at);
    // What a scene opens in a tab of its own is shown instead.
    const shown = (await ready(tab, { phone, records })) ?? tab;
    await settle(shown);
    const taken = await shown.screenshot({ animations: 'disabled', caret: 'hide' });
    await context.close();
    return write(taken, name);
  };
}

/** What each account's device holds once they are signed in and have chosen each theme. */
async function prepareDevices(browser, baseURL, tokens) {
  const devices = {};
  for (const [account, token] of Object.entries(tokens)) {
    const context = await browser.newContext({ ...sizes.desktop, baseURL });
    const tab = await context.newPage();
    await tab.goto('/icon.svg');
    await tab.evaluate(`localStorage.setItem('jwtToken', ${JSON.stringify(token)})`);
    await tab.goto('/profile');
    devices[account] = {};
    for (const theme of themes) {
      await tab.getByRole('button', { name: 'Account menu' }).click();
      await tab.getByRole('menuitemradio', { name: theme, exact: false }).click();
      await tab.keyboard.press('Escape');
      await tab.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
      devices[account][theme] = await context.storageState({ indexedDB: true });
    }
    await context.close();
  }
  return devices;
}

/** Waits for fonts and pictures, and closes the notice that the map has no tiles. */
async function settle(tab) {
  await tab.evaluate('document.fonts.ready.then(() => undefined)');
  const map = tab.getByRole('region', { name: 'Live Map', includeHidden: true });
  if ((await map.count()) > 0) {
    // On a phone the map is closed and asks for no tiles.
    const closed = map.getByRole('button', { name: /^Show/ });
    await map.locator('[data-state=failed]').or(closed).first().waitFor();
    // The map draws outlines and names later, without an event to wait for.
    await tab.waitForTimeout(3_000);
  }
  for (const close of await tab.getByRole('button', { name: 'Close this notice' }).all()) {
    // A dialog may cover it.
    await close.dispatchEvent('click');
  }
  await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await tab.waitForTimeout(400);
}

async function write(taken, name) {
  const file = join(folder, `${name}.webp`);
  const { size: bytes } = await sharp(taken).webp({ quality: 82, effort: 6 }).toFile(file);
  process.stdout.write(`${name}: ${Math.round(bytes / 1000)} kB\n`);
  return bytes;
}

async function signIn(url, name) {
  const body = JSON.stringify({ email: `${name}@hanya.test`, password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body });
  return (await answer.json()).token;
}

/** Records with much to show: several fines, a returning plate, a collision with pictures. */
async function findRecords(server, token) {
  const ask = async (path) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await fetch(`${server.url}/api/v1/${path}`, { headers })).json()).data;
  };
  const bookings = await ask('booking?limit=100&_boolpaid=false&_boolcompleted=false');
  const collisions = await ask('collision?limit=20');
  const met = new Map();
  for (const page of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    for (const { registration } of await ask(`booking?limit=100&page=${page}`)) {
      if (registration !== '') met.set(registration, (met.get(registration) ?? 0) + 1);
    }
  }
  const [[plate]] = [...met].sort(([, some], [, others]) => others - some);
  const odd = new Set((await ask('exception?limit=100')).map(({ booking }) => booking?._id));
  const unpaid =
    bookings.find(({ _id, offence, billRef }) => offence.length > 1 && billRef && !odd.has(_id)) ??
    bookings[0];
  const ticket = await server.query((db) =>
    db
      .selectFrom('bookings')
      .select('ticket_code')
      .where('id', '=', unpaid._id)
      .executeTakeFirstOrThrow(),
  );
  return {
    plate,
    unpaid: unpaid._id,
    ticket: ticket.ticket_code,
    collision: (collisions.find(({ img }) => img.length > 1) ?? collisions[0])._id,
  };
}

function page() {
  const section = ({ name, words }) => `## ${words}\n\n![${words}](${name}.webp)\n`;
  return `# Screens\n\nTaken by \`npm run generate -- screens\` from the demo records, at a desk or on a phone.\n\n${scenes
    .map(section)
    .join('\n')}`;
}
