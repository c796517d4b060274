import 'leaflet/dist/leaflet.css';
import './late-redraws.ts';
import {
  canvas,
  divIcon,
  type GeoJSON,
  type GridLayer,
  map as openMap,
  type Map as Leaflet,
  marker,
} from 'leaflet';
import type { PlaceName } from '#contract/map.ts';
import { maxZoom } from '../clusters.ts';
import { type Bounds, defaultCentre, defaultZoom, type GeoPoint, type View } from '../geography.ts';
import type { LoaderEvent } from '../loader.ts';
import { areasCredit, type Ground, readGround } from '../outlines/read-outlines.ts';
import { type CoveredEdges, paddingAround } from '../panels.ts';
import { drawGround, shadedAreas } from './ground.ts';
import { shareGestures } from './shared-gestures.ts';
import { statusOf, type Streets, streetsOf } from './streets.ts';

/** The first tiles may take so many milliseconds. */
const loadTimeout = 20_000;

export interface EngineOptions extends Streets {
  container: HTMLElement;
  /** The names that the authority itself gives to places. */
  names: Promise<PlaceName[]>;
  /** True if the wheel and one finger belong to the page that the map stands in. */
  sharesGestures: boolean;
  onLoader: (event: LoaderEvent) => void;
  onView: (view: View) => void;
  /** Called with the credits of all sources, as HTML. */
  onCredits: (credits: string[]) => void;
}

export type Engine = ReturnType<typeof openEngine>;

/** Opens a map in a container: the ground that we draw ourselves, and streets where there are any. */
export function openEngine(options: EngineOptions) {
  const { container, onLoader } = options;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = openMap(container, {
    center: defaultCentre,
    zoom: defaultZoom,
    maxZoom,
    minZoom: 3,
    // Pictures blur between two zooms; what we draw ourselves doesn't.
    zoomSnap: options.tiles === '' ? 0.25 : 1,
    attributionControl: false,
    zoomControl: false,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
    renderer: canvas({ padding: 0.5 }),
  });
  if (isStill) withoutPanning(map);
  if (options.sharesGestures) shareGestures(map);
  stopClicksOfDrags(map);

  /** What the map draws by itself, once it is drawn. */
  let ground: Ground | null = null;
  let drawing: Promise<Ground | null> | undefined;
  let isClosed = false;
  /** Where markers are, which names keep clear of. */
  const markers = new Set<GeoPoint>();
  let drawNames: () => void = () => undefined;
  let streets: GridLayer | undefined;
  /** Counts what was requested, so that an outdated answer is dropped. */
  let request = 0;
  let timer = 0;

  function load(): void {
    request += 1;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => onLoader({ type: 'timed out' }), loadTimeout);
    streets?.remove();
    streets = undefined;
    void begin(request);
  }

  async function drawOnce(): Promise<Ground | null> {
    const read = await readGround();
    if (!read || isClosed) return null;
    ground = read;
    drawNames = await drawGround(map, read, options.names, markers);
    shade(shadedBy);
    return read;
  }

  /** Reports each step only while its own request is the latest. */
  async function begin(own: number): Promise<void> {
    const report = (event: LoaderEvent) => own === request && onLoader(event);
    const coming = streetsOf(options);
    drawing ??= drawOnce();
    ground = await drawing;
    if (!ground) drawing = undefined;
    const found = await coming;
    if (own !== request) return;
    streets = found ?? undefined;
    options.onCredits(creditsOf(ground, streets));
    if (!ground || found === null) report({ type: 'part failed', status: 0 });
    if (!streets) return void report({ type: 'idle' });
    let asked: Promise<void> | undefined;
    streets.on('loading', () => {
      asked = undefined;
    });
    streets.on('tileload', () => report({ type: 'tile loaded' }));
    streets.on('tileerror', ({ tile }) => {
      asked ??= statusOf(tile.src).then((status) => void report({ type: 'part failed', status }));
    });
    streets.on(
      'load',
      () => void (asked ?? Promise.resolve()).then(() => report({ type: 'idle' })),
    );
    streets.addTo(map);
  }

  let shadedBy: ReadonlyMap<string, number> | null = null;
  let shades: GeoJSON | undefined;
  /** Records by zone, which the areas show; null for none. */
  function shade(byZone: ReadonlyMap<string, number> | null): void {
    shadedBy = byZone;
    shades?.remove();
    shades = byZone && ground ? shadedAreas(ground.areas, byZone, container).addTo(map) : undefined;
  }

  const reportView = () => options.onView(viewOf(map));
  map.on('moveend resize', reportView);
  reportView();
  const resizes = new ResizeObserver(() => void map.invalidateSize({ pan: false }));
  resizes.observe(container);

  /** What was begun before the screen was left may come after it: a closed map does nothing. */
  const whileOpen =
    <Args extends readonly unknown[]>(use: (...args: Args) => void) =>
    (...args: Args): void => {
      if (!isClosed) use(...args);
    };
  return {
    load: whileOpen(load),
    shade: whileOpen(shade),
    zoomBy: whileOpen((steps: number) => void map.setZoom(map.getZoom() + steps)),
    goTo: whileOpen((place: GeoPoint, zoom: number) => void map.setView(place, zoom)),
    /** Shows the whole of the bounds, clear of the panels that cover the map. */
    fit: whileOpen(([west, south, east, north]: Bounds, covered: CoveredEdges) => {
      const { top, right, bottom, left } = paddingAround(container.clientHeight, covered);
      map.fitBounds(
        [
          [south, west],
          [north, east],
        ],
        {
          paddingTopLeft: [left, top],
          paddingBottomRight: [right, bottom],
          maxZoom: defaultZoom,
          animate: false,
        },
      );
    }),
    /** True until somebody, or something, has moved the map from where it opens. */
    isAsOpened: () =>
      !isClosed &&
      map.getZoom() === defaultZoom &&
      map.getCenter().distanceTo(defaultCentre) < 1_000,
    /** Keeps an element of ours at a place; returns a function that takes it off. */
    place: (element: HTMLElement, place: GeoPoint) => {
      if (isClosed) return () => undefined;
      const icon = divIcon({ html: element, className: '', iconSize: [0, 0] });
      const placed = marker(place, { icon, interactive: false, keyboard: false }).addTo(map);
      markers.add(place);
      drawNames();
      return () => {
        if (isClosed) return;
        placed.remove();
        markers.delete(place);
        drawNames();
      };
    },
    focus: () => container.focus({ preventScroll: true }),
    close: () => {
      isClosed = true;
      request += 1;
      window.clearTimeout(timer);
      resizes.disconnect();
      // A zoom that is still under way ends later.
      map.off('moveend zoomend resize');
      map.remove();
    },
  };
}

function creditsOf(ground: Ground | null, streets: GridLayer | undefined): string[] {
  const own = ground && ['Natural Earth', areasCredit(ground.areas), geoNames];
  const credits = [...(own ?? []), streets?.options.attribution ?? ''];
  return [...new Set(credits)].filter((credit) => credit !== '');
}

const geoNames = '<a href="https://www.geonames.org">GeoNames</a>';

function viewOf(map: Leaflet): View {
  const bounds = map.getBounds();
  return {
    bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    zoom: map.getZoom(),
  };
}

/** Leaflet has no option for it: arrow keys and jumps would glide for who asked for stillness. */
function withoutPanning(map: Leaflet): void {
  const panBy = map.panBy.bind(map);
  map.panBy = (offset, options) => panBy(offset, { ...options, animate: false });
}

/** A drag that begins on a marker ends with a click on it, which was not meant. */
function stopClicksOfDrags(map: Leaflet): void {
  const container = map.getContainer();
  let isDragged = false;
  map.on('dragstart', () => {
    isDragged = true;
  });
  const onPointer = () => {
    isDragged = false;
  };
  const onClick = (event: MouseEvent) => {
    if (isDragged) event.stopPropagation();
  };
  container.addEventListener('pointerdown', onPointer, { capture: true });
  container.addEventListener('keydown', onPointer, { capture: true });
  container.addEventListener('click', onClick, { capture: true });
}
