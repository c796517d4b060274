import 'maplibre-gl/dist/maplibre-gl.css';
import {
  AJAXError,
  getGlobalDispatcher,
  Map as MapLibre,
  Marker,
  setWorkerUrl,
  type ErrorEvent,
} from 'maplibre-gl';
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { closest } from './clusters.ts';
import { defaultCentre, defaultZoom, type Bounds, type View } from './geography.ts';
import type { LoaderEvent } from './loader.ts';
import { outlineStyle, type MapColours } from './outlines/outline-style.ts';
import { readOutlines } from './outlines/read-outlines.ts';
import { roomAround, type Covered } from './room.ts';

// The policy of the page runs scripts of our own host only, so the worker is an asset of ours.
setWorkerUrl(workerAddress);

/** How long to wait for the first sign of the map, in milliseconds. */
const patience = 20_000;

export interface EngineOptions {
  container: HTMLElement;
  styleUrl: string;
  /** Whether the wheel and one finger belong to the page that the map stands in. */
  sharesGestures: boolean;
  /** Hears what becomes of the style and its tiles. */
  onLoader: (event: LoaderEvent) => void;
  /** Hears the view after each step, and the credits that it asks for. */
  onView: (view: View) => void;
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
    maxZoom: closest,
    minZoom: 3,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    cooperativeGestures: options.sharesGestures,
    // Its own one writes HTML of somebody else into the page.
    attributionControl: false,
    locale: { 'Map.Title': 'Map' },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();

  // What comes from the plain map says nothing about the one that was asked for.
  let attempt: 'none' | 'style' | 'tiles' | 'outlines' = 'none';
  let round = 0;
  let timer = 0;
  let workerLost = false;

  // The worker's script is fetched on first use, and draws every map, the plain one too.
  const worker = getGlobalDispatcher().on('error', () => {
    workerLost = true;
    onLoader({ type: 'style missed', status: 0 });
  });

  function ask(): void {
    attempt = 'style';
    round += 1;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => onLoader({ type: 'gave up' }), patience);
    if (workerLost) {
      workerLost = false;
      void getGlobalDispatcher().ensureWorkers();
    }
    if (options.styleUrl === '') onLoader({ type: 'style missed', status: 0 });
    else map.setStyle(options.styleUrl, { diff: false });
  }

  async function showOutlines(): Promise<void> {
    attempt = 'outlines';
    round += 1;
    const mine = round;
    window.clearTimeout(timer);
    const outlines = await readOutlines();
    if (mine === round) {
      map.setStyle(outlineStyle(outlines, coloursOf(container)), { diff: false });
    }
  }

  map.on('style.load', () => {
    if (attempt === 'style') attempt = 'tiles';
    options.onCredits(creditsOf(map));
  });
  map.on('sourcedata', (event) => {
    if (event.tile && attempt === 'tiles') onLoader({ type: 'tile came' });
    if (event.sourceDataType === 'metadata') options.onCredits(creditsOf(map));
  });
  map.on('error', (event) => {
    const status = statusOf(event);
    if (attempt === 'style') onLoader({ type: 'style missed', status });
    else if (attempt === 'tiles') onLoader({ type: 'part missed', status });
    else console.warn('The map:', event.error.message);
  });
  map.on('idle', () => {
    if (attempt === 'tiles') onLoader({ type: 'settled' });
  });

  const tellView = () => options.onView(viewOf(map));
  map.on('moveend', tellView);
  map.on('resize', tellView);
  tellView();

  return {
    ask,
    showOutlines,
    view: () => viewOf(map),
    zoomBy: (steps: number) => void map.zoomTo(Math.round(map.getZoom()) + steps),
    goTo: ({ lat, lng }: { lat: number; lng: number }, zoom: number) =>
      void map.easeTo({ center: [lng, lat], zoom }),
    /** Moves to where all of the bounds is seen, beside what covers the map. */
    fit: ([west, south, east, north]: Bounds, covered: Covered) =>
      void map.fitBounds([west, south, east, north], {
        padding: roomAround(map.getContainer().clientHeight, covered),
        maxZoom: defaultZoom,
        animate: false,
      }),
    /** Puts an element of ours on a place; the answer takes it off. */
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

function viewOf(map: MapLibre): View {
  const bounds = map.getBounds();
  return {
    bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    zoom: map.getZoom(),
  };
}

/** The status that a part was refused with; 0 when no answer came. */
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
    land: read('--map-land'),
    line: read('--map-major'),
    label: read('--map-label'),
    place: read('--map-place'),
  };
}
