import Supercluster from 'supercluster';
import { widened, type View } from './geography.ts';
import { mapKinds, type KindCount, type MapKind, type MapPoint } from './map-points.ts';

/** Markers stand at least this far apart, in pixels: a finger meets one only. */
const reach = 44;
/** The closest the map goes; what still stands together there shares one spot. */
export const closest = 18;

interface Leaf {
  point: MapPoint;
}
type Sums = Record<MapKind, number>;

/** What one marker stands for: a single record, or a cluster of them. */
export type Mark =
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

/** Prepares the points for every zoom; cheap to ask afterwards. */
export function clusterIndex(points: readonly MapPoint[]): ClusterIndex {
  const index = new Supercluster<Leaf, Sums>({
    radius: reach,
    maxZoom: closest,
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

/** The marks of a view, and of a margin around it so that none appears late while panning. */
export function marksIn(index: ClusterIndex, { bounds, zoom }: View, margin = 0.3): Mark[] {
  const [west, south, east, north] = widened(bounds, margin);
  const level = Math.min(Math.floor(zoom), closest);
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

/** How many records markers stand for: what their numbers add up to. */
export function recordsBehind(marks: readonly Mark[]): number {
  return marks.reduce((sum, mark) => sum + (mark.type === 'cluster' ? mark.count : 1), 0);
}

/** Where to look to see a cluster part; null when its records share one spot. */
export function zoomToPart(index: ClusterIndex, id: number): number | null {
  const zoom = index.getClusterExpansionZoom(id);
  return zoom > closest ? null : zoom;
}

/** The records of a cluster, the newest first. */
export function recordsOf(index: ClusterIndex, id: number): MapPoint[] {
  const points = index.getLeaves(id, Infinity).map((leaf) => leaf.properties.point);
  return points.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}
