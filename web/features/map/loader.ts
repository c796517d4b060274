/** The states of the map loader, as the specification names them. */
export type LoaderState = 'not loaded' | 'loading' | 'loaded' | 'failed' | 'auth failure';

export interface Loader {
  readonly state: LoaderState;
  /** Tiles that came, and parts that didn't, since it was last asked for. */
  readonly tiles: number;
  readonly misses: number;
  /** Whether this browser can draw a map at all. */
  readonly canDraw: boolean;
}

export type LoaderEvent =
  /** Somebody wants the map, for the first time or again. */
  | { type: 'asked' }
  | { type: 'tile came' }
  /** A part could not be had; `status` is 0 when no answer came. */
  | { type: 'part missed'; status: number }
  /** The style itself could not be had, so nothing more will come. */
  | { type: 'style missed'; status: number }
  /** Everything that was asked for has come or failed. */
  | { type: 'settled' }
  /** Nothing moved for too long. */
  | { type: 'gave up' }
  /** The browser has no WebGL, or the map's own script could not be had. */
  | { type: 'cannot draw' };

export const notLoaded: Loader = { state: 'not loaded', tiles: 0, misses: 0, canDraw: true };

const refused = (status: number) => status === 401 || status === 403;

/** What the loader is after an event. One refusal of the key is enough; a few lost tiles are not. */
export function nextLoader(loader: Loader, event: LoaderEvent): Loader {
  if (event.type === 'cannot draw') return { ...loader, state: 'failed', canDraw: false };
  if (event.type === 'asked') {
    return loader.state === 'loading' || loader.state === 'loaded'
      ? loader
      : { ...notLoaded, state: 'loading' };
  }
  if (loader.state !== 'loading' && loader.state !== 'loaded') return loader;
  switch (event.type) {
    case 'tile came':
      // Only the first one decides anything: later ones need no new state.
      return loader.tiles > 0 ? loader : { ...loader, tiles: 1 };
    case 'part missed':
    case 'style missed':
      if (refused(event.status)) return { ...loader, state: 'auth failure' };
      if (event.type === 'style missed') return { ...loader, state: 'failed' };
      return loader.misses > 0 ? loader : { ...loader, misses: 1 };
    case 'settled':
      if (loader.state === 'loaded') return loader;
      return { ...loader, state: loader.tiles === 0 && loader.misses > 0 ? 'failed' : 'loaded' };
    case 'gave up':
      if (loader.state === 'loaded') return loader;
      return { ...loader, state: loader.tiles === 0 ? 'failed' : 'loaded' };
  }
}

/** Whether the own plain map stands in for the one that was asked for. */
export function showsOutlines({ state, canDraw }: Loader): boolean {
  return canDraw && (state === 'failed' || state === 'auth failure');
}
