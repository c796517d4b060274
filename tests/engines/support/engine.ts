import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/journey.ts';
import { plainEnvironment } from '../../support/plain-environment.ts';
import { type Ask, openMarionette, openSession } from './protocol.ts';

export type EngineName = 'firefox' | 'webkit' | 'chromium';

/** A browser on a profile of its own. */
export interface Engine {
  readonly ask: Ask;
  /** Ends all of its processes at once, as a phone dies: nothing is written any more. */
  readonly kill: () => Promise<void>;
}

/** Starts a browser on the profile in this folder. */
export const startEngine = (name: EngineName, profile: string): Promise<Engine> =>
  engines[name](profile);

const engines: Record<EngineName, (profile: string) => Promise<Engine>> = {
  async firefox(profile) {
    const said = join(profile, 'MarionetteActivePort');
    // One that was killed has left it.
    rmSync(said, { force: true });
    writeFileSync(
      join(profile, 'user.js'),
      [
        'user_pref("marionette.port", 0);',
        // It starts as ever after it was killed.
        'user_pref("browser.sessionstore.resume_from_crash", false);',
        'user_pref("toolkit.startup.max_resumed_crashes", -1);',
        // A virtual authenticator answers in place of a key that is plugged in.
        'user_pref("security.webauth.webauthn_enable_softtoken", true);',
        'user_pref("security.webauth.webauthn_enable_usbtoken", false);',
        // A test opens windows without a click.
        'user_pref("dom.disable_open_during_load", false);',
        // It asks nobody about studies and settings.
        'user_pref("app.normandy.enabled", false);',
        'user_pref("services.settings.server", "data:,");',
        'user_pref("toolkit.telemetry.server", "data:,");',
      ].join('\n'),
    );
    const started = start(
      'firefox-esr',
      ['-headless', '-marionette', '-no-remote'].concat('-profile', profile),
      profile,
    );
    const port = () => {
      try {
        return Number(readFileSync(said, 'utf8'));
      } catch {
        return 0;
      }
    };
    return within(started, async () => {
      await until('Firefox listens', () => Promise.resolve(port() > 0));
      return { ask: await openMarionette(port()), kill: () => started.kill() };
    });
  },

  async webkit(profile) {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const said = await once(screen.stdio[3] ?? screen, 'data');
    const [number] = z.tuple([z.instanceof(Buffer)]).parse(said);
    const port = await freePort();
    const driver = start('WebKitWebDriver', [`--port=${port}`], profile, {
      DISPLAY: `:${number.toString().trim()}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    });
    const kill = async () => {
      await driver.kill();
      await ended(screen, () => screen.kill('SIGKILL'));
    };
    const options = {
      binary: '/usr/bin/python3',
      args: [fileURLToPath(new URL('webkit-window.py', import.meta.url)), profile],
    };
    return within({ kill }, async () => {
      await driver.listens(port);
      const asked = { browserName: 'hanya', 'webkitgtk:browserOptions': options };
      const ask = await openSession(`http://127.0.0.1:${port}`, asked);
      return { ask, kill };
    });
  },

  async chromium(profile) {
    const port = await freePort();
    const driver = start('chromedriver', [`--port=${port}`], profile);
    return within(driver, async () => {
      await driver.listens(port);
      const isRoot = process.getuid?.() === 0;
      const args = [
        '--headless',
        `--user-data-dir=${profile}`,
        ...(isRoot ? ['--no-sandbox'] : []),
      ];
      // Without a path the driver takes its own Chromium: the headless shell opens no page for it.
      const asked = { browserName: 'chrome', 'goog:chromeOptions': { args } };
      const ask = await openSession(`http://127.0.0.1:${port}`, asked);
      return { ask, kill: () => driver.kill() };
    });
  },
};

/** A program that leads a group of processes, with the profile as its home. */
function start(program: string, args: string[], profile: string, more = {}) {
  const env = { ...plainEnvironment(), HOME: profile, ...more };
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
  child.once('error', () => undefined);
  const { pid } = child;
  const end = () => {
    if (pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-pid, 'SIGKILL');
  };
  // Whoever breaks the tests off leaves no browser behind.
  process.once('exit', end);
  return {
    async kill() {
      process.off('exit', end);
      await ended(child, end);
    },
    listens: (port: number) =>
      until(`${program} listens`, () =>
        fetch(`http://127.0.0.1:${port}/status`).then(
          () => true,
          () => false,
        ),
      ),
  };
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  end();
  await gone;
}

/** What was started is ended where it doesn't come up. */
async function within(
  { kill }: Pick<Engine, 'kill'>,
  comeUp: () => Promise<Engine>,
): Promise<Engine> {
  try {
    return await comeUp();
  } catch (error) {
    await kill();
    throw error;
  }
}
