import { layers, namedFlavor } from '@protomaps/basemaps';
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl';
import { Protocol } from 'pmtiles';

/** What reads addresses that begin with pmtiles://, for MapLibre. */
export const { tile: readTile } = new Protocol();

/** These draw pictures, which would have to come from another host. */
const pictured = new Set(['address_label', 'pois', 'roads_oneway', 'roads_shields']);

const name: ExpressionSpecification = [
  'coalesce',
  ['get', 'name:en'],
  ['get', 'name'],
  ['get', 'ref'],
];

const credit =
  '<a href="https://protomaps.com">Protomaps</a> <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>';

/**
 * The dark style of Protomaps for tiles of this server. It names no glyphs, so MapLibre draws letters
 * with the page's own font.
 */
export function ownTilesStyle(address: string): StyleSpecification {
  const url = `pmtiles://${new URL(address, location.origin).href}`;
  return {
    version: 8,
    sources: { protomaps: { type: 'vector', url, attribution: credit } },
    layers: layers('protomaps', namedFlavor('dark'), { lang: 'en' })
      .filter(({ id }) => !pictured.has(id))
      .map((layer) => {
        if (layer.type !== 'symbol') return layer;
        const { 'icon-image': _picture, ...layout } = layer.layout ?? {};
        return { ...layer, layout: { ...layout, 'text-field': name, 'text-font': ['Overpass'] } };
      }),
  };
}
