import {
  canvas,
  type GeoJSON,
  geoJSON,
  type Map as Leaflet,
  type PathOptions,
  svgOverlay,
} from 'leaflet';
import type { PlaceName } from '#contract/map.ts';
import { type GeoPoint, project, type View } from '../geography.ts';
import { labelsAt, labelSize, namesOf, placedLabels } from '../outlines/labels.ts';
import type { Areas, Ground } from '../outlines/read-outlines.ts';
import { nextTask } from '../parse-in-slices.ts';
import css from './engine.module.css';

/** From this zoom on the borders of local governments are drawn. */
const areasFrom = 8;
/** What is drawn beyond each edge of the map, as a share of it: a drag doesn't bare the ground. */
const padding = 0.5;

/**
 * Draws what needs no tiles, beneath where tiles lie: outlines on canvas, and names over them, clear
 * of the markers. Returns what draws the names anew.
 */
export async function drawGround(
  map: Leaflet,
  ground: Ground,
  own: Promise<PlaceName[]>,
  markers: ReadonlySet<GeoPoint>,
): Promise<() => void> {
  const colour = coloursOf(map.getContainer());
  map.createPane('ground').style.zIndex = '150';
  const renderer = canvas({ pane: 'ground', padding });
  const drawn = (data: object, style: (properties: { rank: number }) => PathOptions): GeoJSON =>
    geoJSON(data as GeoJSON.GeoJsonObject, {
      style: (feature) => ({
        renderer,
        pane: 'ground',
        interactive: false,
        fill: false,
        weight: 1,
        ...style(feature?.properties as { rank: number }),
      }),
    });

  const states = ground.outlines.states.map(({ polygons }) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: polygons },
  }));
  const addStates = () =>
    drawn({ type: 'FeatureCollection', features: states }, () => ({
      fill: true,
      fillColor: colour('--map-land'),
      fillOpacity: 1,
      color: colour('--map-major'),
      weight: 1.5,
    })).addTo(map);
  const addRivers = () =>
    drawn(ground.rivers, ({ rank }) => ({
      color: colour('--map-water'),
      // The largest river is of rank 1, the smallest of 9.
      weight: 5.4 - rank * 0.4,
    })).addTo(map);
  const addAreas = () => {
    const areas = drawn(ground.areas, () => ({ color: colour('--map-major'), dashArray: '3 3' }));
    const showAreas = () => {
      if (map.getZoom() >= areasFrom) areas.addTo(map);
      else areas.remove();
    };
    map.on('zoomend', showAreas);
    showAreas();
  };
  // One after the other: a slow phone hears its buttons meanwhile. The map may be closed by then.
  for (const add of [addStates, addRivers, addAreas, () => undefined]) {
    await nextTask();
    if (!map.getPane('ground')) return () => undefined;
    add();
  }
  let names = namesOf(ground, []);
  const drawNames = namesLayer(map, (view) =>
    placedLabels(labelsAt(names, view), view, [...markers]),
  );
  void own.then((more) => {
    names = namesOf(ground, more);
    drawNames();
  });
  return drawNames;
}

/** Draws names wherever the map moves. Returns what draws them anew with the next frame. */
function namesLayer(map: Leaflet, labelsIn: (view: View) => ReturnType<typeof placedLabels>) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', css['names'] ?? '');
  svg.setAttribute('aria-hidden', 'true');
  const overlay = svgOverlay(svg, map.getBounds(), { pane: 'ground', zIndex: 1 }).addTo(map);

  function draw(): void {
    const bounds = map.getBounds().pad(padding);
    const zoom = map.getZoom();
    const [west, north] = [bounds.getWest(), bounds.getNorth()];
    const from = project({ lat: north, lng: west }, zoom);
    const to = project({ lat: bounds.getSouth(), lng: bounds.getEast() }, zoom);
    const [width, height] = [to.x - from.x, to.y - from.y];
    const view = {
      bounds: [west, bounds.getSouth(), bounds.getEast(), north] as const,
      zoom,
    };
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.replaceChildren(
      ...labelsIn(view).map(({ name, kind, x, y }) => {
        const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
        text.setAttribute('class', css[kind] ?? '');
        text.setAttribute('x', x.toFixed(1));
        text.setAttribute('y', y.toFixed(1));
        text.setAttribute('font-size', String(labelSize(kind, zoom)));
        text.textContent = name;
        return text;
      }),
    );
    overlay.setBounds(bounds);
  }
  map.on('moveend resize', draw);
  draw();
  let frame = 0;
  return () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => map.hasLayer(overlay) && draw());
  };
}

/** The areas, each as dark as its share of the largest number of records. */
export function shadedAreas(
  areas: Areas,
  byZone: ReadonlyMap<string, number>,
  container: HTMLElement,
): GeoJSON {
  const colour = coloursOf(container);
  const most = Math.max(1, ...byZone.values());
  return geoJSON(areas as GeoJSON.GeoJsonObject, {
    interactive: false,
    style: (area) => {
      const { name = '' } = (area?.properties ?? {}) as { name?: string };
      const records = byZone.get(name) ?? 0;
      return {
        stroke: false,
        fillColor: colour('--map-shade'),
        fillOpacity: (0.5 * records) / most,
      };
    },
  });
}

/** Canvas knows no style sheets. */
function coloursOf(container: HTMLElement): (name: string) => string {
  const style = getComputedStyle(container);
  return (name) => style.getPropertyValue(name).trim();
}
