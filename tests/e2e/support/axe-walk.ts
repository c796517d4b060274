import type { Locator, Page } from '@playwright/test';
import { type Fate, interfere } from './axe-hold.ts';
import { type Opening, type Place, type State, statesOf } from './axe-matrix.ts';
import { expect } from './test.ts';

export interface Walk extends Opening {
  readonly page: Page;
  /** Signs in somebody whose zone has no record. */
  readonly enterEmptyZone: () => Promise<void>;
  /** Called in every state that the place has, with the page that shows it. */
  readonly onReached: (state: State, page: Page, shown: Locator) => Promise<void>;
}

/** Brings a place into each of its states, one after the other. */
export async function walkThrough(place: Place, walk: Walk): Promise<void> {
  for (const state of statesOf(place)) {
    const reached = place.states[state];
    if (typeof reached === 'string') continue;
    const { page = walk.page, leave } = await enter[state](place, walk);
    await reached.by?.(page);
    const shown = reached.shows(page).filter({ visible: true }).first();
    await expect(shown, `${place.name}: ${state}`).toBeVisible();
    await walk.onReached(state, page, shown);
    await leave?.();
    if (page !== walk.page) await page.close();
  }
}

interface Entered {
  /** Where the state stands, if not in the page of the walk. */
  readonly page?: Page | undefined;
  readonly leave?: () => Promise<void>;
}

const enter: Record<State, (place: Place, walk: Walk) => Promise<Entered>> = {
  loading: (place, walk) => openAmiss(place, walk, 'held'),

  // What was held back has come meanwhile.
  data: async (place, walk) =>
    statesOf(place).includes('loading') ? {} : { page: await openPlace(place, walk) },

  'no match': () => Promise.resolve({}),

  errors: () => Promise.resolve({}),

  async offline(_place, { page }) {
    await page.context().setOffline(true);
    return { leave: () => page.context().setOffline(false) };
  },

  failing: (place, walk) => openAmiss(place, walk, 'failed'),

  async empty(place, walk) {
    await walk.enterEmptyZone();
    return { page: await openPlace(place, walk) };
  },
};

async function openPlace(place: Place, { page, size, records }: Walk): Promise<Page> {
  const { address, open, openTab } = place;
  await page.goto(typeof address === 'string' ? address : address(records));
  await open?.(page, { size, records });
  return openTab ? openTab(page) : page;
}

async function openAmiss(place: Place, walk: Walk, fate: Fate): Promise<Entered> {
  const { asks, uncached = false } = place;
  if (asks === undefined) throw new Error(`${place.name} names no calls of its own.`);
  const leave = await interfere(walk.page, asks, { fate, uncached });
  return { page: await openPlace(place, walk), leave };
}
