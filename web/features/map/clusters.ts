import Supercluster, { type PointFeature } from 'supercluster';
import { type View, widened } from './geography.ts';
import { type KindCount, type MapKind, mapKinds, type MapPoint } from './map-points.ts';

/** Markers are at least this far apart, in pixels, so that a finger touches only one. */
const radius = 44;
/** The closest zoom of the map; records that are still one cluster there share one spot. */
export const maxZoom = 19;

interface Leaf {
  point: MapPoint;
}
type Sums = Record<MapKind, number>;

/** A marker: a single record, or a cluster of them. */
export type MapMarker =
  | { type: 'record'; key: string; lat: number; lng: number; point: MapPoint }
  | {
      type: 'cluster';
      key: string;
      lat: number;
      lng: number;
      id: number;
      /** The zoom at which it is one. */
      zoom: number;
      count: number;
      kinds: KindCount[];
    };
type Cluster = Pick<Extract<MapMarker, { type: 'cluster' }>, 'id' | 'zoom'>;

type Feature = PointFeature<Leaf>;

/** Answers the clusters of one zoom. */
export type ClusterIndex = (zoom: number) => Supercluster<Leaf, Sums>;

/**
 * Clusters the points of one zoom when it is first looked at. All zooms at once would hold up a
 * slow phone.
 */
export function clusterIndex(points: readonly MapPoint[]): ClusterIndex {
  let features: Feature[] | undefined;
  const made = new Map<number, Supercluster<Leaf, Sums>>();
  return (zoom) => {
    features ??= points.map((point) => ({
      type: 'Feature',
      properties: { point },
      geometry: { type: 'Point', coordinates: [point.lng, point.lat] },
    }));
    const known = made.get(zoom) ?? clustersAt(zoom, features);
    made.set(zoom, known);
    return known;
  };
}

function clustersAt(zoom: number, features: Feature[]): Supercluster<Leaf, Sums> {
  const clusters = new Supercluster<Leaf, Sums>({
    radius,
    extent: 256,
    minZoom: zoom,
    maxZoom: zoom,
    map: ({ point }) => sumsOf(point.kind),
    reduce: (sums, more) => {
      for (const kind of mapKinds) sums[kind] += more[kind];
    },
  });
  return clusters.load(features);
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
  return index(level)
    .getClusters([west, south, east, north], level)
    .map(({ properties, geometry }) => {
      const [lng = 0, lat = 0] = geometry.coordinates;
      if (!('cluster' in properties)) {
        const { point } = properties;
        return { type: 'record', key: point.id, lat, lng, point };
      }
      const { cluster_id: id, point_count: count } = properties;
      const kinds = mapKinds
        .map((kind) => ({ kind, count: properties[kind] }))
        .filter((entry) => entry.count > 0);
      const key = `cluster ${id} ${count}`;
      return { type: 'cluster', key, lat, lng, id, zoom: level, count, kinds };
    });
}

/** The number of records the markers stand for. */
export function recordCount(markers: readonly MapMarker[]): number {
  return markers.reduce((sum, marker) => sum + (marker.type === 'cluster' ? marker.count : 1), 0);
}

/** The zoom at which a cluster splits; null when its records share one spot. */
export function zoomToSplit(index: ClusterIndex, cluster: Cluster): number | null {
  const leaves = leavesOf(index, cluster);
  const everywhere = [-180, -90, 180, 90] as [number, number, number, number];
  for (let zoom = cluster.zoom + 1; zoom <= maxZoom; zoom += 1)
    if (clustersAt(zoom, leaves).getClusters(everywhere, zoom).length > 1) return zoom;
  return null;
}

/** The records of a cluster, the newest first. */
export function recordsOf(index: ClusterIndex, cluster: Cluster): MapPoint[] {
  const points = leavesOf(index, cluster).map((leaf) => leaf.properties.point);
  return points.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

const leavesOf = (index: ClusterIndex, { id, zoom }: Cluster): Feature[] =>
  index(zoom).getLeaves(id, Infinity);
