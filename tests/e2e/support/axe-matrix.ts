import type { Locator, Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import type { Records } from './axe-records.ts';

/** The states in which a screen can stand, in the order in which a test walks them. */
export const states = [
  'loading',
  'data',
  'offline',
  'no match',
  'errors',
  'failing',
  'empty',
] as const;
export type State = (typeof states)[number];

export type Size = 'desktop' | 'phone';

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** The sign that a state is reached, and what leads to it besides `walk` itself. */
export interface Reached {
  readonly shows: (page: Page) => Locator;
  readonly by?: ((page: Page) => Promise<void>) | undefined;
}

/** What `open` can use of the test. */
export interface Opening {
  readonly size: Size;
  readonly records: Records;
}

/** A screen or a dialog. */
export interface Place {
  readonly name: string;
  readonly as: Exclude<Role, 'guest'> | 'nobody';
  /** Only there, for instance the menu of a phone. */
  readonly only?: Size;
  /**
   * Its data are looked at in the dark, too. Of most places this would say nothing new: which ink
   * stands on which ground is proved for both schemes on the tokens themselves.
   */
  readonly dark?: true;
  readonly address: string | ((records: Records) => string);
  /** A phone opens it by other steps: there it is walked by itself, not looked at in passing. */
  readonly phoneApart?: true;
  /** Opens the dialog, once the screen of the address stands. */
  readonly open?: (page: Page, opening: Opening) => Promise<void>;
  /** Opens what stands in a tab of its own. */
  readonly openTab?: (page: Page) => Promise<Page>;
  /** The calls that are held back while it loads, and refused when it fails. */
  readonly asks?: RegExp;
  /** The browser has its data cached and would not ask again. */
  readonly uncached?: true;
  /** Every state: how it is reached, or in a sentence why there is no such state. */
  readonly states: Readonly<Record<State, Reached | string>>;
}

/** One run of axe. */
export interface Cell {
  readonly place: string;
  readonly size: Size;
  readonly state: State;
  readonly scheme: Scheme;
}

/** `npm run proofs -- axe` looks at every place in full; `npm test` at its data, on a phone. */
const inFull = process.env['AXE'] === 'all';

export const schemesOf = ({ dark }: Place, state: State): readonly Scheme[] =>
  inFull && dark && state === 'data' ? schemes : ['light'];

/** The walks through a place: each begins at the first of its sizes and looks at the others in passing. */
export function walksOf(place: Place): readonly (readonly [Size, ...Size[]])[] {
  const { only, phoneApart, open } = place;
  if (only !== undefined) return [[only]];
  // What is only opened by its address needs no desktop.
  if (!inFull && (phoneApart || open === undefined)) return [['phone']];
  if (phoneApart) return [['desktop'], ['phone']];
  return [['desktop', 'phone']];
}

/** The states in which a run looks at a place, in the order in which it walks them. */
export const statesOf = (place: Place): State[] =>
  states.filter((state) => typeof place.states[state] !== 'string' && (inFull || state === 'data'));

/** The sizes of a walk at which a run looks at a place: not in full, the phone where there is one. */
export const sizesOf = (walk: readonly Size[]): readonly Size[] => (inFull ? walk : walk.slice(-1));

/** Every cell that a walk through a place has. */
export function cellsOf(place: Place, walk: readonly Size[]): Cell[] {
  return statesOf(place)
    .flatMap((state) => sizesOf(walk).map((size) => ({ size, state })))
    .flatMap(({ size, state }) =>
      schemesOf(place, state).map((scheme) => ({ place: place.name, size, state, scheme })),
    );
}
