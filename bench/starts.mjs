// npm run bench -- starts <address> <address> [turns]: how long two running demos keep the main thread from
// answering while their screens start, in turns, for 13 s each with the processor slowed four times, 150 ms
// and 200 kB/s. So what is fetched ahead counts as well. The middle of the turns is printed.
import { chromium } from '@playwright/test';
import { bootstrap } from '../scripts/lib/bootstrap.mjs';
import { findChromium } from '../scripts/lib/browser.mjs';

const [one, other, turns = '3'] = process.argv.slice(2);
if (!URL.canParse(one ?? '') || !URL.canParse(other ?? '') || !/^[1-9]\d?$/.test(turns)) {
  process.stderr.write('Use: npm run bench -- starts <address> <address> [turns]\n');
  process.exit(2);
}
const screens = { form: '/unpaid?new=booking', dashboard: '/', list: '/paid' };
const account = { email: 'state-admin@hanya.test', password: 'hanya-demo-pass' };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
};
/** Milliseconds; what is fetched ahead begins after five seconds. */
const [ahead, end] = [5_000, 13_000];
/** Milliseconds that a task may take before it holds somebody up, as Lighthouse has it. */
const unnoticed = 50;

const executablePath = findChromium(await bootstrap());
if (!executablePath) process.exit(1);
const browser = await chromium.launch({
  executablePath,
  args: ['--disable-3d-apis', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
const found = new Map();
try {
  const demos = await Promise.all([one, other].map(async (url) => [url, await signedIn(url)]));
  for (let turn = 0; turn < Number(turns); turn += 1)
    for (const [name, path] of Object.entries(screens))
      for (const [url, session] of turn % 2 === 0 ? demos : demos.toReversed()) {
        const key = `${name.padEnd(10)} ${url}`;
        found.set(key, [...(found.get(key) ?? []), await started(url + path, session)]);
      }
} finally {
  await browser.close();
}
for (const [key, runs] of found)
  process.stdout.write(
    `${key}: ${Object.keys(runs[0])
      .map((what) => `${what} ${middle(runs.map((run) => run[what]))}`)
      .join(', ')}\n`,
  );

async function signedIn(url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/signin`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { level: 1, name: 'Base' }).waitFor();
  const session = await context.storageState();
  await context.close();
  return session;
}

/** Milliseconds of blocking before and after what is fetched ahead, the longest task, and requests. */
async function started(address, storageState) {
  const context = await browser.newContext({ ...phone, storageState });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        globalThis.longTasks.push([startTime, duration]);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForTimeout(end);
  const { tasks, requests } = await page.evaluate(() => ({
    tasks: globalThis.longTasks,
    requests: performance.getEntriesByType('resource').length,
  }));
  await context.close();
  const blocked = (from, to) =>
    Math.round(
      tasks
        .filter(([begun]) => begun >= from && begun < to)
        .reduce((sum, [, took]) => sum + took - unnoticed, 0),
    );
  return {
    'blocked before 5 s': blocked(0, ahead),
    after: blocked(ahead, Infinity),
    longest: Math.round(Math.max(0, ...tasks.map(([, took]) => took))),
    requests,
  };
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
