import KDBush from 'kdbush';
import {
  type BlackSpot,
  type BlackSpots,
  leastForChance,
  leastForTrend,
  mostSpots,
  severityWeights,
} from '#contract/modules/reports/black-spots.ts';
import { type Degrees, distance, metresPerDegree, squeezedAt } from '#server/degrees.ts';
import { cellsBeyondChance } from './chance.ts';

/** A recorded collision as it is analysed. */
export interface Crash {
  readonly id: string;
  /** Degrees and metres; null where no device said it, and beyond the organisation's state. */
  readonly position: {
    readonly lat: number;
    readonly lng: number;
    readonly accuracy: number;
  } | null;
  /** A device said a position beyond the organisation's state. */
  readonly isElsewhere: boolean;
  readonly killed: number;
  readonly injured: number;
  /** The main cause; '' where none was said. */
  readonly cause: string;
  /** Persons recorded as seriously injured. */
  readonly serious: number;
  readonly location: string;
  readonly zone: string;
  /** When it was recorded, in milliseconds UTC. */
  readonly at: number;
}

interface Asked {
  readonly metres: number;
  readonly least: number;
  /** The middle of the days, in milliseconds UTC. */
  readonly middle: number;
}

type Placed = Crash & { readonly position: NonNullable<Crash['position']> };
type Found = Omit<BlackSpot, 'note'>;
type Named = Omit<Found, 'moreThanByChance'>;
type Severity = keyof typeof severityWeights;

/** So many at the very same position were not measured at their scenes. */
const pile = 3;
/** Spots of a zone below which all spots give the mean. */
const leastForMean = 5;

/** Fatal, injury or damage alone: the counts can't tell serious injuries from slight ones. */
export function severityOf({ killed, injured }: Pick<Crash, 'killed' | 'injured'>): Severity {
  if (killed > 0) return 'fatal';
  return injured > 0 ? 'injury' : 'damage';
}

const weightOf = (crash: Crash): number => severityWeights[severityOf(crash)];

/**
 * The spots of these collisions, whatever their order, and how many were left out for which reason.
 * Names are the locations that most of a spot's collisions name.
 */
export function spotsOf(all: readonly Crash[], asked: Asked) {
  const placed = all
    .filter((crash): crash is Placed => crash.position !== null)
    .sort((a, b) => a.position.lat - b.position.lat || (a.id < b.id ? -1 : 1));
  const same = Map.groupBy(placed, ({ position: { lat, lng } }) => `${lat} ${lng}`);
  const atScene = [...same.values()].filter(({ length }) => length < pile).flat();
  const clustered = atScene.filter(({ position }) => position.accuracy <= asked.metres / 2);
  const project = projectionOf(placed);
  const points = clustered.map(project);
  const isTested = clustered.length >= leastForChance;
  const beyond = cellsBeyondChance(
    isTested ? points.map((point, i) => ({ point, value: weightOf(at(clustered, i)) })) : [],
  );
  const standing = indexOf(placed.map(project));
  const found = clustersOf(points, asked).map((members) => ({
    ...spotOf(
      members.map((i) => at(clustered, i)),
      asked,
    ),
    moreThanByChance: isTested ? members.some((i) => beyond(at(points, i))) : null,
  }));
  const ranked = shrunk(found).sort(
    (a, b) => b.shrunk - a.shrunk || b.collisions - a.collisions || a.lat - b.lat || a.lng - b.lng,
  );
  const elsewhere = all.filter(({ isElsewhere }) => isElsewhere).length;
  return {
    withoutPosition: all.length - placed.length - elsewhere,
    elsewhere,
    atDesk: placed.length - atScene.length,
    inaccurate: atScene.length - clustered.length,
    clustered: clustered.length,
    isTested,
    spots: ranked.slice(0, mostSpots).map((spot): Found => {
      const around = standing.within(...project({ position: spot }), 1.1 * spot.radius);
      return { ...spot, listed: around.filter((i) => isInCircle(at(placed, i), spot)).length };
    }),
  } satisfies Partial<Omit<BlackSpots, 'spots'>> & { spots: Found[] };
}

type Point = readonly [x: number, y: number];
/** Metres on a plane that touches the earth at the middle latitude: equirectangular. */
function projectionOf(placed: readonly Placed[]): (one: Degrees) => Point {
  const middle = placed[Math.floor(placed.length / 2)]?.position.lat ?? 0;
  const squeeze = squeezedAt(middle);
  return ({ position: { lat, lng } }) => [lng * squeeze * metresPerDegree, lat * metresPerDegree];
}

const isInCircle = (one: Degrees, spot: Pick<BlackSpot, 'lat' | 'lng' | 'radius'>): boolean =>
  distance(one, spot) <= spot.radius;

function indexOf(points: readonly Point[]): KDBush {
  const index = new KDBush(points.length);
  for (const [x, y] of points) index.add(x, y);
  return index.finish();
}

/** DBSCAN (Ester and others, 1996): the indices of each cluster's points, in the order of the points. */
function clustersOf(
  points: readonly Point[],
  { metres, least }: Pick<Asked, 'metres' | 'least'>,
): number[][] {
  const index = indexOf(points);
  const isTaken = new Uint8Array(points.length);
  const clusters: number[][] = [];
  const around = ([x, y]: Point) => index.within(x, y, metres);
  for (const [first, point] of points.entries()) {
    if (isTaken[first] === 1 || around(point).length < least) continue;
    const members = [first];
    isTaken[first] = 1;
    // Grows while it is walked.
    for (const member of members) {
      const near = around(at(points, member));
      if (near.length < least) continue;
      for (const other of near) {
        if (isTaken[other] === 1) continue;
        isTaken[other] = 1;
        members.push(other);
      }
    }
    clusters.push(members.sort((a, b) => a - b));
  }
  return clusters;
}

function spotOf(members: readonly Placed[], { middle }: Asked): Omit<Named, 'shrunk' | 'listed'> {
  const n = members.length;
  const sum = (valueOf: (crash: Placed) => number) =>
    members.reduce((total, crash) => total + valueOf(crash), 0);
  const having = (severity: Severity) => sum((crash) => Number(severityOf(crash) === severity));
  const centre = {
    lat: Math.round((sum(({ position }) => position.lat) / n) * 1e5) / 1e5,
    lng: Math.round((sum(({ position }) => position.lng) / n) * 1e5) / 1e5,
  };
  const early = sum((crash) => Number(crash.at < middle));
  return {
    name: mostFrequent(members.map(({ location }) => location.trim().replace(/\s+/g, ' '))),
    zone: mostFrequent(members.map(({ zone }) => zone)),
    ...centre,
    radius: Math.ceil(Math.max(...members.map((crash) => distance(crash, centre)))) + 1,
    collisions: n,
    fatal: having('fatal'),
    injury: having('injury'),
    damage: having('damage'),
    killed: sum(({ killed }) => killed),
    injured: sum(({ injured }) => injured),
    weighted: sum(weightOf),
    halves: n < leastForTrend ? null : [early, n - early],
  };
}

/** Of several that are as frequent the first in the alphabet. */
function mostFrequent(texts: readonly string[]): string {
  const counted = [...Map.groupBy(texts, (text) => text)].map(
    ([text, { length }]) => [text, length] as const,
  );
  counted.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return counted[0]?.[0] ?? '';
}

/**
 * Adds the weight after shrinkage: empirical Bayes by moments (Marshall, Applied Statistics 40, 1991),
 * for each severity by itself. Of a count x, m + a / (a + m) · (x − m) remains: m is the mean of the
 * zone's spots, a = max(0, s² − m) their variance beyond a Poisson's. Fewer than `leastForMean` spots
 * take the mean of all.
 */
export function shrunk<S extends Pick<BlackSpot, 'zone' | Severity>>(
  spots: readonly S[],
): (S & Pick<BlackSpot, 'shrunk'>)[] {
  const byZone = Map.groupBy(spots, ({ zone }) => zone);
  return spots.map((spot) => {
    const ofZone = byZone.get(spot.zone) ?? [];
    const peers = ofZone.length < leastForMean ? spots : ofZone;
    const weight = severities.reduce((sum, severity) => {
      const mean = peers.reduce((total, peer) => total + peer[severity], 0) / peers.length;
      const squares = peers.reduce((total, peer) => total + (peer[severity] - mean) ** 2, 0);
      const beyond = Math.max(0, squares / Math.max(1, peers.length - 1) - mean);
      const kept = beyond === 0 ? 0 : beyond / (beyond + mean);
      return sum + severityWeights[severity] * (mean + kept * (spot[severity] - mean));
    }, 0);
    return { ...spot, shrunk: Math.round(weight * 10) / 10 };
  });
}

const severities = Object.keys(severityWeights) as Severity[];

function at<T>(all: readonly T[], index: number): T {
  const one = all[index];
  if (one === undefined) throw new Error('This collision does not exist, or you cannot see it.');
  return one;
}
