import { type GridLayer, tileLayer } from 'leaflet';
import { maxZoom } from '../clusters.ts';

export interface Streets {
  /** The address template of raster tiles; '' without any. */
  tiles: string;
  /** Whom they are credited to, as HTML. */
  tilesCredit: string;
  /** Tiles of this server, which are drawn instead; '' without any. */
  ownTiles: string;
}

/** Undefined where there are none to be had, null where they can't be. */
export async function streetsOf({
  ownTiles,
  tiles,
  tilesCredit,
}: Streets): Promise<GridLayer | null | undefined> {
  if (ownTiles !== '') {
    try {
      const { ownStreets } = await import('./own-tiles.ts');
      return await ownStreets(ownTiles);
    } catch (error) {
      console.warn('The streets of the map:', error);
      return null;
    }
  }
  // A key may be bound to our origin, and OpenStreetMap's own tiles ask for it.
  const others = { attribution: tilesCredit, maxZoom, referrerPolicy: 'origin' } as const;
  return tiles === '' ? undefined : tileLayer(tiles, others);
}

/** The status of a lost tile, which its picture doesn't tell; 0 when no answer came. */
export async function statusOf(address: string): Promise<number> {
  try {
    return (await fetch(address, { referrerPolicy: 'origin' })).status;
  } catch {
    return 0;
  }
}
