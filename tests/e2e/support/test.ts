import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Request,
  test as base,
} from '@playwright/test';
import { guestToken } from '#contract/auth.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { AccountState } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { awayFromMidnight } from '../../support/away-from-midnight.ts';
import { type Client, createClient, openSession } from '../../support/client.ts';
import { type Account, makeAccount } from '../../support/factories.ts';
import { type House, openHouse } from './axe-house.ts';
import { moveClock } from './moved-clock.ts';
import { type RunningServer, startServer } from './server.ts';
import { forgetAll, openWindow, type Window } from './window.ts';

export { expect };

/** For what differs by screen: each test runs once on either. */
export const screens = {
  'on a desktop': {},
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** A browser with windows asks for it beside an answer that is no page. */
const tabPicture = /status of 404 .*\/favicon\.ico\)$/;

/** Console messages that this test expects; any other fails it. */
export interface Complaints {
  allow(pattern: RegExp): void;
}

/** Somebody signed in: their account (null for the guest) and a client with the same session. */
export interface SignedIn {
  readonly account: Account | null;
  readonly token: string;
  readonly client: Client;
}

interface Place {
  readonly state?: AccountState | null;
  readonly zone?: string | null;
}

export interface TestFixtures {
  /** For a test that changes its window for good, such as by a clock. */
  readonly ownWindow: boolean;
  readonly complaints: Complaints;
  /** Local storage of the product's own address, before a page of the product was opened. */
  readonly store: (entries: Readonly<Record<string, string>>) => Promise<void>;
  /** Signs a new account of the role in; the next page that is opened is theirs. */
  readonly signIn: (role: Role, place?: Place) => Promise<SignedIn>;
}

export interface WorkerFixtures {
  readonly server: RunningServer;
  /** Windows stay open from test to test, so that scripts are fetched and compiled once. */
  readonly windows: Map<string, Window>;
  /**
   * For the walks of axe, and for whoever needs records of every kind. It stands here because tests
   * share a worker and its server only where all have the same fixtures for workers.
   */
  readonly house: House;
}

/** What Chromium writes in flight mode, and what the product logs of a look-up that failed. */
export const noNetwork = /ERR_INTERNET_DISCONNECTED|^The revenue heads could not be loaded/;

/** What Chromium writes for an answer with this status. */
export const refused = (status: number): RegExp => new RegExp(`status of ${status}\\b`);

/**
 * What Chromium writes while nobody listens, or when a connection breaks: of an answer, or of the
 * script of the next screen. Before a cluster, its proxy answers instead.
 */
export const unreachable = new RegExp(
  [
    'net::ERR_(CONNECTION|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE|FAILED)',
    'Failed to fetch dynamically imported module',
    '^The revenue heads could not be loaded',
    ...(process.env['CLUSTER'] === undefined ? [] : ['status of 50[23]']),
  ].join('|'),
);

const heards = new WeakMap<BrowserContext, string[]>();

/** The call of an endpoint without parameters in its path: a page makes others by itself meanwhile. */
export const isCallOf =
  ({ method, path }: Endpoint) =>
  (request: Request): boolean =>
    request.method() === method && new URL(request.url()).pathname === path;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      await use(
        Object.assign(browser, {
          newContext: async (options?: BrowserContextOptions) => moveClock(await open(options)),
        }),
      );
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ browserName }, use) => {
      if (browserName !== 'chromium') throw new Error(`Written for Chromium, not ${browserName}.`);
      const server = await startServer();
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.url);
  },

  windows: [
    async ({ browser }, use) => {
      await use(new Map());
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { scope: 'worker' },
  ],

  house: [
    async ({ browser, server }, use) => {
      await use(openHouse(browser, server));
    },
    { scope: 'worker' },
  ],

  ownWindow: [false, { option: true }],

  context: async (
    { browser, windows, ownWindow, viewport, isMobile, hasTouch, colorScheme },
    use,
  ) => {
    const key = JSON.stringify([viewport, isMobile, hasTouch, colorScheme]);
    const warm = ownWindow ? undefined : windows.get(key);
    const { context, heard } = warm ?? (await openWindow(browser));
    if (!ownWindow) windows.set(key, { context, heard });
    heards.set(context, heard);
    heard.splice(0);
    await use(context);
    if (ownWindow) return context.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all(context.pages().map((page) => page.close()));
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
  },

  page: async ({ context, server }, use) => {
    const page = await context.newPage();
    await forgetAll(page, server.url);
    await use(page);
  },

  complaints: [
    async ({ context, server }, use) => {
      await awayFromMidnight();
      const allowed: RegExp[] = [];
      await use({ allow: (pattern) => allowed.push(pattern) });
      server.mapHost.does = 'tiles';
      server.mapHost.held = undefined;
      const unexpected = (heards.get(context) ?? []).filter(
        (text) => ![tabPicture, ...allowed].some((pattern) => pattern.test(text)),
      );
      expect(unexpected, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],

  store: async ({ page }, use) => {
    await use(async (entries) => {
      // A plain file of the product has the right origin without loading the screens.
      await page.goto('/icon.svg');
      await page.evaluate((given) => {
        for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value);
      }, entries);
    });
  },

  signIn: async ({ server, store }, use) => {
    await use(async (role, place) => {
      if (role === 'guest') {
        await store({ jwtToken: guestToken });
        const client = createClient(server.url, guestToken);
        return { account: null, token: guestToken, client };
      }
      const account = await server.query((db) => makeAccount(db, role, place));
      const { token, client } = await openSession(server.url, account.email);
      await store({ jwtToken: token });
      return { account, token, client };
    });
  },
});
