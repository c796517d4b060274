import type { GridLayer } from 'leaflet';
import { PMTiles } from 'pmtiles';
import { leafletLayer } from 'protomaps-leaflet';

const credit =
  '<a href="https://protomaps.com">Protomaps</a> <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>';

/**
 * The streets of this server's own file, drawn on canvas in the dark style of Protomaps.
 *
 * @throws {Error} if the file can't be read.
 */
export async function ownStreets(address: string): Promise<GridLayer> {
  const file = new PMTiles(new URL(address, location.origin).href);
  const { maxZoom } = await file.getHeader();
  const streets = leafletLayer({
    url: file,
    flavor: 'dark',
    lang: 'en',
    maxDataZoom: maxZoom,
    attribution: credit,
  });
  // Beyond what the file covers, our own ground stays in sight.
  streets.backgroundColor = '';
  // The package types its layer without the class of Leaflet that it extends.
  return streets as unknown as GridLayer;
}
