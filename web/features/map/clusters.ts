import Supercluster from 'supercluster';
import { type View, widened } from './geography.ts';
import { type KindCount, type MapKind, mapKinds, type MapPoint } from './map-points.ts';

/** Markers are at least this far apart, in pixels, so that a finger touches only one. */
const radius = 44;
/** The closest zoom of the map; records that are still one cluster there share one spot. */
export const maxZoom = 18;

interface Leaf {
  point: MapPoint;
}
type Sums = Record<MapKind, number>;

/** What one marker stands for: a single record, or a cluster of them. */
export type MapMarker =
  | { type: 'record'; key: string; lat: number; lng: number; point: MapPoint }
  | {
      type: 'cluster';
      key: string;
      lat: number;
      lng: number;
      id: number;
      count: number;
      kinds: KindCount[];
    };

export type ClusterIndex = Supercluster<Leaf, Sums>;

/** Clusters the points for every zoom at once, so that `markersIn` is cheap. */
export function clusterIndex(points: readonly MapPoint[]): ClusterIndex {
  const index = new Supercluster<Leaf, Sums>({
    radius,
    maxZoom,
    map: ({ point }) => sumsOf(point.kind),
    reduce: (sums, more) => {
      for (const kind of mapKinds) sums[kind] += more[kind];
    },
  });
  return index.load(
    points.map((point) => ({
      type: 'Feature',
      properties: { point },
      geometry: { type: 'Point', coordinates: [point.lng, point.lat] },
    })),
  );
}

function sumsOf(kind: MapKind): Sums {
  return {
    issued: kind === 'issued' ? 1 : 0,
    paid: kind === 'paid' ? 1 : 0,
    completed: kind === 'completed' ? 1 : 0,
    accident: kind === 'accident' ? 1 : 0,
  };
}

/** The markers of a view, and of a margin around it, so that none appears late while panning. */
export function markersIn(index: ClusterIndex, { bounds, zoom }: View, margin = 0.3): MapMarker[] {
  const [west, south, east, north] = widened(bounds, margin);
  const level = Math.min(Math.floor(zoom), maxZoom);
  return index.getClusters([west, south, east, north], level).map(({ properties, geometry }) => {
    const [lng = 0, lat = 0] = geometry.coordinates;
    if (!('cluster' in properties)) {
      const { point } = properties;
      return { type: 'record', key: point.id, lat, lng, point };
    }
    const { cluster_id: id, point_count: count } = properties;
    const kinds = mapKinds
      .map((kind) => ({ kind, count: properties[kind] }))
      .filter((entry) => entry.count > 0);
    return { type: 'cluster', key: `cluster ${id} ${count}`, lat, lng, id, count, kinds };
  });
}

/** How many records the markers stand for. */
export function recordCount(markers: readonly MapMarker[]): number {
  return markers.reduce((sum, marker) => sum + (marker.type === 'cluster' ? marker.count : 1), 0);
}

/** The zoom at which a cluster splits; null when its records share one spot. */
export function zoomToSplit(index: ClusterIndex, id: number): number | null {
  const zoom = index.getClusterExpansionZoom(id);
  return zoom > maxZoom ? null : zoom;
}

/** The records of a cluster, the newest first. */
export function recordsOf(index: ClusterIndex, id: number): MapPoint[] {
  const points = index.getLeaves(id, Infinity).map((leaf) => leaf.properties.point);
  return points.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
