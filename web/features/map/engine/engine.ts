import 'maplibre-gl/dist/maplibre-gl.css';
import {
  addProtocol,
  AJAXError,
  type ErrorEvent,
  getGlobalDispatcher,
  Map as MapLibre,
  Marker,
  setWorkerUrl,
} from 'maplibre-gl';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { PlaceName } from '#contract/map.ts';
import { maxZoom } from '../clusters.ts';
import { type Bounds, boundsOf, defaultCentre, defaultZoom, type View } from '../geography.ts';
import type { LoaderEvent } from '../loader.ts';
import { areasCredit, type MapColours, outlineStyle, shaded } from '../outlines/outline-style.ts';
import { type Areas, readAreas, readOutlines, readRivers } from '../outlines/read-outlines.ts';
import { type CoveredEdges, paddingAround } from '../panels.ts';

// The policy of the page runs scripts of our own host only, so the worker is an asset of ours.
setWorkerUrl(workerAddress);

/** The style and its first tiles may take so many milliseconds. */
const loadTimeout = 20_000;

export interface EngineOptions {
  container: HTMLElement;
  styleUrl: string;
  /** Tiles of this server, which are drawn instead; '' without any. */
  ownTiles: string;
  /** True if the wheel and one finger belong to the page that the map stands in. */
  sharesGestures: boolean;
  onLoader: (event: LoaderEvent) => void;
  onView: (view: View) => void;
  /** Called with the credits of all sources, as HTML. */
  onCredits: (credits: string[]) => void;
}

export type Engine = ReturnType<typeof openEngine>;

/** Opens a map in a container. Throws where the browser can't draw one. */
export function openEngine(options: EngineOptions) {
  const { container, onLoader } = options;
  const map = new MapLibre({
    container,
    center: [defaultCentre.lng, defaultCentre.lat],
    zoom: defaultZoom,
    maxZoom,
    minZoom: 3,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: options.sharesGestures,
    // MapLibre's own control would write the HTML of a tile source into the page.
    attributionControl: false,
    locale: { 'Map.Title': 'Map' },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();

  // Events are reported only while the requested map loads, not for the plain one in its place.
  let loading: 'none' | 'style' | 'tiles' | 'outlines' = 'none';
  /** Counts the styles that were requested, so that an outdated one is dropped. */
  let request = 0;
  let timer = 0;
  let workerLost = false;

  // Every map needs the worker, the plain one too; its script is fetched on first use.
  const worker = getGlobalDispatcher().on('error', () => {
    workerLost = true;
    onLoader({ type: 'style failed', status: 0 });
  });

  function load(): void {
    loading = 'style';
    request += 1;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => onLoader({ type: 'timed out' }), loadTimeout);
    if (workerLost) {
      workerLost = false;
      void getGlobalDispatcher().ensureWorkers();
    }
    if (options.ownTiles !== '') void loadOwnTiles(options.ownTiles, request);
    else if (options.styleUrl === '') onLoader({ type: 'style failed', status: 0 });
    else map.setStyle(options.styleUrl, { diff: false });
  }

  async function loadOwnTiles(address: string, own: number): Promise<void> {
    try {
      const { ownTilesStyle, readTile } = await import('./own-tiles.ts');
      addProtocol('pmtiles', readTile);
      if (own === request) map.setStyle(ownTilesStyle(address), { diff: false });
    } catch (error) {
      console.warn('The map:', error);
      if (own === request) onLoader({ type: 'style failed', status: 0 });
    }
  }

  /** Shows the plain map, with the names that the authority itself gives to places. */
  async function showOutlines(names: Promise<PlaceName[]>): Promise<void> {
    loading = 'outlines';
    request += 1;
    const own = request;
    window.clearTimeout(timer);
    const parts = await Promise.all([readOutlines(), readRivers(), readAreas(), names]);
    if (own === request) {
      map.setStyle(outlineStyle(...parts, coloursOf(container)), { diff: false });
    }
  }

  /** Records by zone, which the areas show; null for none. */
  let shades: ReadonlyMap<string, number> | null = null;

  async function shade(byZone: ReadonlyMap<string, number> | null): Promise<void> {
    shades = byZone;
    const areas = byZone && (await readAreas());
    // Another shade was chosen meanwhile, or the style isn't there to hold one.
    if (shades !== byZone || !map.isStyleLoaded()) return;
    if (map.getLayer('shades')) map.removeLayer('shades').removeSource('shades');
    if (areas) {
      const data = shaded(areas, byZone);
      map.addSource('shades', { type: 'geojson', data, attribution: areasCredit(areas) });
      map.addLayer(
        {
          id: 'shades',
          type: 'fill',
          source: 'shades',
          paint: {
            'fill-color': coloursOf(container).shade,
            'fill-opacity': ['*', 0.5, ['get', 'share']],
          },
        },
        // Names stay readable above it.
        map.getStyle().layers.find(({ type }) => type === 'symbol')?.id,
      );
    }
    options.onCredits(creditsOf(map));
  }

  map.on('style.load', () => {
    if (loading === 'style') loading = 'tiles';
    options.onCredits(creditsOf(map));
    void shade(shades);
  });
  map.on('sourcedata', (event) => {
    if (event.tile && loading === 'tiles') onLoader({ type: 'tile loaded' });
    if (event.sourceDataType === 'metadata') options.onCredits(creditsOf(map));
  });
  map.on('error', (event) => {
    const status = statusOf(event);
    if (loading === 'style') onLoader({ type: 'style failed', status });
    else if (loading === 'tiles') onLoader({ type: 'part failed', status });
    else console.warn('The map:', event.error.message);
  });
  map.on('idle', () => {
    if (loading === 'tiles') onLoader({ type: 'idle' });
  });

  const reportView = () => options.onView(viewOf(map));
  map.on('moveend', reportView);
  map.on('resize', reportView);
  reportView();

  /** Shows the whole of the bounds, clear of the panels that cover the map. */
  function fit([west, south, east, north]: Bounds, covered: CoveredEdges): void {
    map.fitBounds([west, south, east, north], {
      padding: paddingAround(map.getContainer().clientHeight, covered),
      maxZoom: defaultZoom,
      animate: false,
    });
  }

  return {
    load,
    showOutlines,
    shade,
    zoomBy: (steps: number) => void map.zoomTo(Math.round(map.getZoom()) + steps),
    goTo: ({ lat, lng }: { lat: number; lng: number }, zoom: number) =>
      void map.easeTo({ center: [lng, lat], zoom }),
    fit,
    /** The same of a local government, or of `instead` where its area isn't known. */
    fitArea: async (zone: string, instead: Bounds | null, covered: CoveredEdges) => {
      const areas = await readAreas();
      const area = areas.features.find(({ properties }) => properties.name === zone);
      const bounds = area ? boundsOf(cornersOf(area.geometry)) : instead;
      if (bounds) fit(bounds, covered);
    },
    /** Keeps an element of ours at a place; returns a function that takes it off. */
    place: (element: HTMLElement, { lat, lng }: { lat: number; lng: number }) => {
      const marker = new Marker({ element }).setLngLat([lng, lat]).addTo(map);
      return () => void marker.remove();
    },
    focus: () => map.getCanvas().focus(),
    close: () => {
      window.clearTimeout(timer);
      worker.unsubscribe();
      map.remove();
    },
  };
}

const cornersOf = ({ coordinates }: Areas['features'][number]['geometry']) =>
  (coordinates.flat(coordinates[0]?.[0]?.length === 2 ? 1 : 2) as [number, number][]).map(
    ([lng, lat]) => ({ lng, lat }),
  );

function viewOf(map: MapLibre): View {
  const bounds = map.getBounds();
  return {
    bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    zoom: map.getZoom(),
  };
}

/** The HTTP status of a failed part; 0 when no answer came. */
function statusOf({ error }: ErrorEvent): number {
  return error instanceof AJAXError ? error.status : 0;
}

function creditsOf(map: MapLibre): string[] {
  const names = Object.keys(map.getStyle().sources);
  const credits = names.map((name) => map.getSource(name)?.attribution ?? '');
  return [...new Set(credits)].filter((credit) => credit !== '');
}

function coloursOf(container: HTMLElement): MapColours {
  const style = getComputedStyle(container);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    beyond: read('--map-casing'),
    water: read('--map-water'),
    shade: read('--map-shade'),
    land: read('--map-land'),
    line: read('--map-major'),
    label: read('--map-label'),
    place: read('--map-place'),
  };
}
