import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from '@playwright/test';
import { moveClock } from './moved-clock.ts';

/** A browser on a profile of its own that can be killed as a phone dies. */
export interface KillableBrowser {
  readonly page: Page;
  /** Ends all of its processes at once: nothing is written any more. */
  readonly kill: () => Promise<void>;
}

/** Starts a browser on the profile in this folder. */
export async function startOn(folder: string): Promise<KillableBrowser> {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(
    process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--no-first-run',
      ...(isRoot ? ['--no-sandbox'] : []),
      'about:blank',
    ],
    // A group of its own, which is killed as one.
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let browser: Browser | undefined;
  for await (const line of createInterface(child.stderr)) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    browser = await chromium.connectOverCDP(address);
    break;
  }
  child.stderr.resume();
  const [context] = browser?.contexts() ?? [];
  if (!context || child.pid === undefined) throw new Error('The browser did not start.');
  await moveClock(context);
  const group = -child.pid;
  return {
    page: await context.newPage(),
    async kill() {
      const gone = once(child, 'exit');
      process.kill(group, 'SIGKILL');
      await gone;
    },
  };
}
