// npm run bench -- map [points …]: the longest tasks of the map screen in Chromium, on a phone whose
// processor is four times slower, while the map opens, is read anew, zoomed and switched by its legend.
// The built product; a stand-in answers with the points, since the server sends 1,000 of each kind at
// most. Each step the middle of some rounds; times mean little where other work shares the machine.
import { chromium } from '@playwright/test';
import { bootstrap } from '../scripts/lib/bootstrap.mjs';
import { findChromium } from '../scripts/lib/browser.mjs';
import { build } from '../scripts/lib/build.mjs';
import { startServer } from '../tests/e2e/support/server.ts';
import { mapRecords } from './map-records.mjs';

const rounds = 3;
const slower = 4;
const limit = 200;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const asked = process.argv.slice(2).map(Number);
const counts = asked.length > 0 ? asked : [0, 1_000, 2_000, 10_000];

const node = await bootstrap();
const { ok } = await build(node);
const executablePath = findChromium(node);
if (!ok || !executablePath) process.exit(1);

const server = await startServer();
const browser = await chromium.launch({
  executablePath,
  args: [
    // The map draws without WebGL, which an office's computer may lack.
    '--disable-3d-apis',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});
try {
  process.stdout.write(
    `longest task in ms, the middle of ${rounds} rounds, processor slowed ${slower} times; ${limit} it may\n`,
  );
  for (const count of counts) {
    const taken = [];
    for (let round = 0; round < rounds; round += 1) taken.push(await longestTasks(count));
    process.stdout.write(`${count} points\n`);
    for (const step of Object.keys(taken[0])) {
      const { task, by } = middle(taken.map((steps) => steps[step]));
      process.stdout.write(`${String(task).padStart(6)}  ${step}${by && `: ${by}`}\n`);
    }
  }
} finally {
  await browser.close();
  await server.remove();
}

function middle(tasks) {
  return tasks.toSorted((one, other) => one.task - other.task)[Math.floor(tasks.length / 2)];
}

/** The longest task of each step, and the script that took most of its frame. */
async function longestTasks(count) {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const json = { success: true, data: mapRecords(count) };
    await page.route('**/api/v1/map*', (route) => route.fulfill({ json }));
    await page.goto(`${server.url}/signin`);
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await page.getByRole('heading', { level: 1, name: 'Base' }).waitFor();
    await page.addInitScript(noteTasks);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    const map = page.getByRole('region', { name: 'Live Map' });
    const steps = {};
    const step = async (name, act) => {
      await act();
      await page.waitForTimeout(3_000);
      steps[name] = await page.evaluate(() => window.takeLongest());
    };
    await step('opened', async () => {
      await page.goto(`${server.url}/map`);
      await map.locator('[data-state="loaded"]').waitFor();
    });
    await step('read anew', async () => {
      const answered = page.waitForResponse('**/api/v1/map*');
      await page.evaluate(() => window.eachMinute.forEach((run) => run()));
      await answered;
    });
    await step('zoomed', () => map.getByRole('button', { name: 'Zoom in' }).tap());
    await step('switched off', () =>
      map.getByRole('button', { name: 'Ticket Paid', exact: true }).tap(),
    );
    return steps;
  } finally {
    await context.close();
  }
}

/** In the page: keeps the tasks of more than 50 ms, until they are taken, and what it does each minute. */
function noteTasks() {
  window.eachMinute = [];
  const setInterval = window.setInterval.bind(window);
  window.setInterval = (run, pause, ...rest) => {
    if (pause === 60_000) window.eachMinute.push(run);
    return setInterval(run, pause, ...rest);
  };
  let tasks = [];
  let frames = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
  new PerformanceObserver((list) => frames.push(...list.getEntries())).observe({
    type: 'long-animation-frame',
  });
  window.takeLongest = () => {
    const longest = Math.max(0, ...tasks.map(({ duration }) => Math.round(duration)));
    const scripts = frames
      .flatMap((frame) => frame.scripts)
      .toSorted((one, other) => other.duration - one.duration);
    const [most] = scripts;
    tasks = [];
    frames = [];
    const by = most
      ? `${most.invoker} ${most.sourceFunctionName} of ${most.sourceURL.split('/').at(-1)}, ${Math.round(most.duration)} ms`
      : '';
    return { task: longest, by };
  };
}
