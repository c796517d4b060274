import type { Browser, Page } from '@playwright/test';
import { openSession, type Session } from '../../support/client.ts';
import { makeAccount } from '../../support/factories.ts';
import type { Place, Size } from './axe-matrix.ts';
import { findRecords, type Records } from './axe-records.ts';
import { holdStill } from './axe-run.ts';
import type { RunningServer } from './server.ts';
import { openWindow } from './window.ts';

/** A zone of Kaduna in which nothing was ever recorded. */
const emptyZone = 'Sanga';

export const viewports = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

export type Who = Place['as'] | 'somebody without records';

/** A window, and what its pages complained about. */
interface Desk {
  readonly page: Page;
  readonly heard: string[];
}

/** What a worker keeps from test to test: its windows stay warm, its people stay signed in. */
export interface House {
  readonly desk: (size: Size) => Promise<Desk>;
  readonly session: (who: Exclude<Who, 'nobody'>) => Promise<Session>;
  readonly records: () => Promise<Records>;
}

export function openHouse(browser: Browser, server: RunningServer): House {
  const session = once((who: Exclude<Who, 'nobody'>) => signIn(server, who));
  const records = once(async () => findRecords(server, (await session('state admin')).client));
  const desk = once((size: Size) => openDesk(browser, server, size));
  return { desk, session, records: () => records('all') };
}

async function openDesk(browser: Browser, { url }: RunningServer, size: Size): Promise<Desk> {
  const { context, heard } = await openWindow(browser, {
    ...viewports[size],
    baseURL: url,
    locale: 'en-NG',
    reducedMotion: 'reduce',
  });
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
