// npm run bench -- field: what an officer's phone fetches at a cold start with a network and at the next
// one, and how long a start in flight mode takes until a field of the booking form can be typed into,
// with the processor slowed six times. Demo data, this machine alone. Times mean little where other
// work shares the machine; the bytes hold anywhere.
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { bootstrap, root } from '../scripts/lib/bootstrap.mjs';
import { findChromium } from '../scripts/lib/browser.mjs';
import { build } from '../scripts/lib/build.mjs';
import { startServer } from '../tests/e2e/support/server.ts';
import { makeAccount, testPassword } from '../tests/support/factories.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const starts = 5;
const slower = 6;
const limit = 2_000;
const kB = (bytes) => (bytes / 1_000).toFixed(1);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const node = await bootstrap();
const { ok } = await build(node);
const executablePath = findChromium(node);
if (!ok || !executablePath) process.exit(1);

const server = await startServer();
const way = await countingWay(server.url);
const browser = await chromium.launchPersistentContext(temporaryFolder(), {
  executablePath,
  ...phone,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const { email } = await server.query((db) => makeAccount(db, 'booking officer'));
  const page = await browser.newPage();
  await measured('sign-in, first screen and what the device keeps', () => signIn(page, email));
  await measured('the same screen opened again', () => open(page, '/'));
  await measured('New Booking opened again', () => openForm(page));
  await sayLists(await page.evaluate(() => localStorage.getItem('jwtToken')));
  await page.close();
  process.stdout.write(`kept by the worker: ${kB(await keptBytes())} kB\n`);

  await browser.setOffline(true);
  const took = [];
  for (let start = 0; start < starts; start += 1) took.push(await coldStart());
  const middle = (of) => took.map(of).toSorted((one, other) => one - other)[Math.floor(starts / 2)];
  const clock = Math.round(middle(({ passed }) => passed));
  const work = Math.round(middle(({ worked }) => worked));
  process.stdout.write(
    `start in flight mode until the form can be typed into, processor slowed ${slower} times: ` +
      `${clock} ms by the clock, ${limit} it may; ${work} ms of work in the page, unslowed\n`,
  );
} finally {
  await browser.close();
  way.close();
  await server.remove();
}

async function signIn(page, email) {
  await page.goto(`${way.url}/signin`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(testPassword);
  await page.getByRole('button', { name: 'Login' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Base' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForTimeout(5_000);
}

async function open(page, address) {
  await page.goto(way.url + address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(2_000);
}

async function openForm(page) {
  await page.goto(`${way.url}/unpaid?new=booking`);
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
  await page.waitForTimeout(2_000);
}

/**
 * A page of its own, so that nothing is there but what the device keeps: milliseconds by the clock with
 * the processor slowed, and of the main thread's processor time without.
 */
async function coldStart() {
  const slow = await startedPage(slower);
  await slow.page.close();
  const quick = await startedPage(1);
  const { metrics } = await quick.devtools.send('Performance.getMetrics');
  await quick.page.close();
  const { value } = metrics.find(({ name }) => name === 'ThreadTime') ?? { value: NaN };
  return { passed: slow.passed, worked: value * 1_000 };
}

async function startedPage(rate) {
  const page = await browser.newPage();
  const devtools = await browser.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await devtools.send('Performance.enable');
  await page.addInitScript(noteField);
  await page.goto(`${way.url}/unpaid?new=booking`, { waitUntil: 'commit' });
  const passed = await fieldShownAt(page);
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Hauwa Bello');
  return { page, devtools, passed };
}

/** Asks rarely, for a minute: looking from outside takes from the processor that is measured. */
async function fieldShownAt(page) {
  for (let tries = 0; tries < 120; tries += 1) {
    await sleep(500);
    const at = await page.evaluate(() => window.fieldShownAt);
    if (at !== undefined) return at;
  }
  throw new Error('The form did not show within a minute.');
}

/** Notes in the page when its form was first drawn with the field, in milliseconds since its start. */
function noteField() {
  const watch = new MutationObserver(() => {
    const labels = [...document.querySelectorAll('[role=dialog] label')];
    if (!labels.some(({ textContent }) => textContent === 'Name')) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      setTimeout(() => {
        window.fieldShownAt = performance.now();
      });
    });
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** A way to the server that counts what passes: of pages, of their worker and of the live stream. */
async function countingWay(to) {
  const counted = { received: 0, sent: 0 };
  const way = createServer((browserSide) => {
    const serverSide = connect(Number(new URL(to).port), '127.0.0.1');
    browserSide.on('data', (chunk) => (counted.sent += chunk.length));
    serverSide.on('data', (chunk) => (counted.received += chunk.length));
    browserSide.pipe(serverSide).pipe(browserSide);
    for (const side of [browserSide, serverSide])
      side.on('error', () => {
        browserSide.destroy();
        serverSide.destroy();
      });
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  return { counted, url: `http://127.0.0.1:${way.address().port}`, close: () => way.close() };
}

/** The body of a page of ten of each list, as it is sent. */
async function sayLists(token) {
  const lists = {
    'unpaid bookings': 'booking?limit=10&_boolpaid=false',
    'paid bookings': 'booking?limit=10&_boolpaid=true&_boolcompleted=false',
    collisions: 'collision?limit=10',
  };
  for (const [name, address] of Object.entries(lists)) {
    const sent = await sentBytes(`${server.url}/api/v1/${address}`);
    process.stdout.write(`ten ${name}: ${kB(sent)} kB\n`);
  }

  async function sentBytes(address) {
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip, deflate, br, zstd',
    };
    // Unlike `fetch`, this leaves the body as it was sent.
    const [answer] = await once(get(address, { headers }), 'response');
    let bytes = 0;
    for await (const chunk of answer) bytes += chunk.length;
    return bytes;
  }
}

/** What passes while something is done, and says it. */
async function measured(what, act) {
  const before = { ...way.counted };
  await act();
  const received = way.counted.received - before.received;
  const sent = way.counted.sent - before.sent;
  process.stdout.write(`${what}: ${kB(received)} kB received, ${kB(sent)} kB sent\n`);
}

/** What the kept files weigh as they were sent. */
async function keptBytes() {
  const page = await browser.newPage();
  await page.goto(`${way.url}/icon.svg`);
  const paths = await page.evaluate(async () => {
    const all = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
    return all;
  });
  await page.close();
  const folder = join(root, 'dist', 'web');
  const files = new Set(readdirSync(folder, { recursive: true }));
  return paths.reduce((sum, path) => {
    const file = path.slice(1) || 'index.html';
    const sent = files.has(`${file}.br`) ? `${file}.br` : file;
    return sum + statSync(join(folder, sent)).size;
  }, 0);
}
