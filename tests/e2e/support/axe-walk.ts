import type { Page, Route } from '@playwright/test';
import { type Place, type Records, type Size, type State, states } from './axe-matrix.ts';
import { expect } from './test.ts';

export interface Walk {
  readonly page: Page;
  readonly size: Size;
  readonly records: Records;
  /** Signs in somebody whose zone has no record. */
  readonly enterEmptyZone: () => Promise<void>;
  /** Called in every state that the place has. */
  readonly onReached: (state: State) => Promise<void>;
}

/** Brings a place into each of its states, one after the other. */
export async function walkThrough(place: Place, walk: Walk): Promise<void> {
  for (const state of states) {
    const reached = place.states[state];
    if (typeof reached === 'string') continue;
    const leave = await enter[state](place, walk);
    await reached.by?.(walk.page);
    const shown = reached.shows(walk.page).filter({ visible: true });
    await expect(shown.first(), `${place.name}: ${state}`).toBeVisible();
    await walk.onReached(state);
    await leave();
  }
}

type Leave = () => Promise<void> | void;

const enter: Record<State, (place: Place, walk: Walk) => Promise<Leave>> = {
  async loading(place, walk) {
    const released = Promise.withResolvers<undefined>();
    await intercept(place, walk, async (route) => {
      await released.promise;
      await route.continue();
    });
    await openPlace(place, walk);
    return () => {
      released.resolve(undefined);
      return walk.page.unrouteAll({ behavior: 'ignoreErrors' });
    };
  },

  async data(place, walk) {
    // What was held back has come meanwhile.
    if (typeof place.states.loading === 'string') await openPlace(place, walk);
    return stay;
  },

  'no match': () => Promise.resolve(stay),

  errors: () => Promise.resolve(stay),

  async offline(_place, { page }) {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },

  async failing(place, walk) {
    await intercept(place, walk, (route) =>
      route.fulfill({
        status: 500,
        json: {
          success: false,
          error: 'Something went wrong on the server. Try again in a moment.',
          code: 'server_error',
        },
      }),
    );
    await openPlace(place, walk);
    return () => walk.page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  async empty(place, walk) {
    await walk.enterEmptyZone();
    await openPlace(place, walk);
    return stay;
  },
};

const stay: Leave = () => undefined;

async function openPlace({ address, open }: Place, { page, size, records }: Walk): Promise<void> {
  await page.goto(typeof address === 'string' ? address : address(records));
  await open?.(page, size);
}

async function intercept(place: Place, { page }: Walk, handle: (route: Route) => Promise<void>) {
  const { asks } = place;
  if (asks === undefined) throw new Error(`${place.name} names no calls of its own.`);
  await page.route((url) => asks.test(url.pathname), handle);
}
