/** The states of the map loader, as the specification names them. */
export type LoaderState = 'not loaded' | 'loading' | 'loaded' | 'failed' | 'auth failure';

export interface Loader {
  readonly state: LoaderState;
  /** True if a tile has loaded since the map was last requested. */
  readonly hasTile: boolean;
  /** True if a part has failed since then. */
  readonly hasFailure: boolean;
  /** True unless the script that draws the map could not be loaded. */
  readonly canDraw: boolean;
}

export type LoaderEvent =
  /** The map is requested, for the first time or again. */
  | { type: 'requested' }
  | { type: 'tile loaded' }
  /** A part could not be loaded; `status` is 0 when no answer came. */
  | { type: 'part failed'; status: number }
  /** Everything that was requested has loaded or failed. */
  | { type: 'idle' }
  | { type: 'timed out' }
  | { type: 'script lost' };

export const notLoaded: Loader = {
  state: 'not loaded',
  hasTile: false,
  hasFailure: false,
  canDraw: true,
};

/** The loader after an event. One refusal of the key is enough to fail; a few lost tiles are not. */
export function nextLoader(loader: Loader, event: LoaderEvent): Loader {
  const { state, hasTile, hasFailure } = loader;
  const isOpen = state === 'loading' || state === 'loaded';
  if (event.type === 'script lost') return { ...loader, state: 'failed', canDraw: false };
  if (event.type === 'requested') return isOpen ? loader : { ...notLoaded, state: 'loading' };
  if (!isOpen) return loader;
  switch (event.type) {
    case 'tile loaded':
      // Returns the same object after the first tile, so that later ones draw nothing anew.
      return hasTile ? loader : { ...loader, hasTile: true };
    case 'part failed':
      if (event.status === 401 || event.status === 403) return { ...loader, state: 'auth failure' };
      return hasFailure ? loader : { ...loader, hasFailure: true };
    case 'idle':
      if (state === 'loaded') return loader;
      return { ...loader, state: !hasTile && hasFailure ? 'failed' : 'loaded' };
    case 'timed out':
      if (state === 'loaded') return loader;
      return { ...loader, state: hasTile ? 'loaded' : 'failed' };
  }
}
