import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { command, environment, root } from './bootstrap.mjs';

// The headless shell first: the same engine without windows, at a fifth less work.
const headlessShell = 'chromium-headless-shell';
const names = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const packageManager = 'apt-get';
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium that runs; otherwise prints the reason and answers undefined. */
export function findChromium(node) {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (runs(configured)) return configured;
    process.stderr.write(`CHROMIUM_PATH is ${configured}, which isn't a Chromium that runs.\n`);
    return undefined;
  }
  return (
    installed() ?? playwrightsOwn(node) ?? playwrightsOwn(node, { download: true }) ?? fromSystem()
  );
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, ...elsewhere].find(runs);
}

function playwrightsOwn(node, { download = false } = {}) {
  const env = environment(node, { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' });
  if (download) {
    process.stdout.write('Fetching a Chromium…\n');
    const args = [command('@playwright/test', 'playwright'), 'install', 'chromium'];
    spawnSync(node, args, { cwd: root, env, stdio: 'ignore', timeout: 300_000 });
  }
  const code =
    "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())";
  const args = ['--input-type=module', '-e', code];
  const path = spawnSync(node, args, { cwd: root, env, encoding: 'utf8' }).stdout.trim();
  return runs(path) ? path : undefined;
}

function fromSystem() {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && spawnSync(packageManager, ['--version'], { stdio: 'ignore' }).status === 0) {
    process.stdout.write('Installing Chromium…\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { env, stdio: 'ignore', timeout: 900_000 };
    spawnSync(packageManager, ['update'], options);
    for (const name of [headlessShell, 'chromium']) {
      spawnSync(packageManager, ['install', '-y', '--no-install-recommends', name], options);
      const path = installed();
      if (path) return path;
    }
  }
  process.stderr.write(
    'No Chromium was found for the browser tests: install the package chromium (or Google Chrome), or set CHROMIUM_PATH to one.\n',
  );
  return undefined;
}

/** On some systems `chromium` only prints how to install one, so its answer is checked. */
function runs(path) {
  if (!path || !existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return answer.status === 0 && /chrom/i.test(answer.stdout);
}
