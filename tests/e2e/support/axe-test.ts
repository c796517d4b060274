import type { Browser, Page } from '@playwright/test';
import { openSession, type Session } from '../../support/client.ts';
import { makeAccount } from '../../support/factories.ts';
import type { Place, Size } from './axe-matrix.ts';
import { findRecords, type Records } from './axe-records.ts';
import { holdStill } from './axe-run.ts';
import type { RunningServer } from './server.ts';
import { expect, forgetAll, listen, test as base } from './test.ts';

export { expect };

/** A zone of Kaduna in which nothing was ever recorded. */
const emptyZone = 'Sanga';

export const viewports = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

type Who = Place['as'] | 'somebody without records';

/** A window, and what its pages complained about. */
interface Desk {
  readonly page: Page;
  readonly heard: string[];
}

/** What a worker keeps from test to test: its windows stay warm, its people stay signed in. */
interface House {
  readonly desk: (size: Size) => Promise<Desk>;
  readonly session: (who: Exclude<Who, 'nobody'>) => Promise<Session>;
  readonly records: () => Promise<Records>;
}

interface Stage {
  readonly page: Page;
  readonly records: Records;
  /** Signs them in for the next page, on a device without any data. */
  readonly enter: (who: Who) => Promise<void>;
}

export const test = base.extend<{ size: Size; stage: Stage }, { house: House }>({
  size: ['desktop', { option: true }],

  house: [
    async ({ browser, server }, use) => {
      const session = once((who: Exclude<Who, 'nobody'>) => signIn(server, who));
      const records = once(async () => findRecords(server, (await session('state admin')).client));
      const desk = once((size: Size) => openDesk(browser, server, size));
      await use({ desk, session, records: () => records('all') });
    },
    { scope: 'worker' },
  ],

  stage: async ({ house, server, size }, use) => {
    const { page } = await house.desk(size);
    await use({
      page,
      records: await house.records(),
      async enter(who) {
        // A plain file of the product has the right origin without loading the screens.
        await page.goto('/icon.svg');
        await forgetAll(page, server.url);
        await page.evaluate(() => sessionStorage.clear());
        if (who === 'nobody') return;
        const { token } = await house.session(who);
        await page.evaluate((kept) => localStorage.setItem('jwtToken', kept), token);
      },
    });
  },

  complaints: async ({ house, size }, use) => {
    const { heard } = await house.desk(size);
    const allowed: RegExp[] = [];
    await use({ allow: (pattern) => allowed.push(pattern) });
    const unexpected = heard
      .splice(0)
      .filter((text) => !allowed.some((pattern) => pattern.test(text)));
    expect(unexpected, 'what the browser complained about').toEqual([]);
  },
});

async function openDesk(browser: Browser, { url }: RunningServer, size: Size): Promise<Desk> {
  const context = await browser.newContext({
    ...viewports[size],
    baseURL: url,
    locale: 'en-NG',
    reducedMotion: 'reduce',
  });
  const heard: string[] = [];
  await listen(context, heard);
  await holdStill(context);
  const page = await context.newPage();
  return { page, heard };
}

async function signIn(server: RunningServer, who: Exclude<Who, 'nobody'>): Promise<Session> {
  const { email } = await server.query((db) =>
    who === 'somebody without records'
      ? makeAccount(db, 'state admin', { zone: emptyZone })
      : makeAccount(db, who),
  );
  return openSession(server.url, email);
}

/** The same answer to each later question. */
function once<Key, Value>(ask: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const answers = new Map<Key, Promise<Value>>();
  return (key) => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    return answer;
  };
}
