import { describe, expect, test } from 'vitest';
import type { MapRecords } from '#contract/map.ts';
import { mostOf, recordsByZone } from '#web/features/map/areas.ts';
import { ringArcs, ringRadius } from '#web/features/map/cluster-ring.ts';
import {
  clusterIndex,
  markersIn,
  maxZoom,
  recordCount,
  recordsOf,
  zoomToSplit,
} from '#web/features/map/clusters.ts';
import { readCredit } from '#web/features/map/credit.ts';
import {
  boundsAtHome,
  boundsOf,
  defaultCentre,
  defaultZoom,
  metresPerPixel,
  pixelIn,
  project,
  viewAround,
} from '#web/features/map/geography.ts';
import { type MapPoint, mapPoints, positionCount } from '#web/features/map/map-points.ts';
import { ageOf, markerName, outOfView } from '#web/features/map/map-words.ts';

const position = (lat: number, lng: number) => ({ lat, lng, accuracy: 8 });
const booking = (id: string, lat: number, lng: number, paid = false, completed = false) => ({
  _id: id,
  paid,
  completed,
  createdAt: '2026-11-20T13:32:00.000Z',
  captured: null,
  registration: `ABC-${id}`,
  zone: 'Zaria',
  price: 12_000,
  position: position(lat, lng),
});
const records = (bookings: MapRecords['bookings']): MapRecords => ({
  bookings,
  collisions: [
    {
      _id: 'crash',
      createdAt: '2026-11-20T13:40:00.000Z',
      captured: null,
      zone: 'Zaria',
      location: 'Kwangila Flyover',
      position: position(11.2, 7.8),
    },
  ],
  total: bookings.length + 3,
  withPosition: bookings.length + 1,
});
const everywhere = { bounds: [-180, -85, 180, 85] as const, zoom: 4 };

test('a record of the map is as old as when it was made, with its arrival where that differs', () => {
  const arrivedAt = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const at = (earlier: number | null) => {
    const madeAt = new Date(Date.parse(arrivedAt) - (earlier ?? 0) * 86_400_000).toISOString();
    const captured = earlier === null ? null : { madeAt };
    const [point] = mapPoints({
      ...records([{ ...booking('1', 11, 7), createdAt: arrivedAt, captured }]),
      collisions: [],
    });
    return point && ageOf(point);
  };
  expect(at(31)).toMatch(/^2 months ago, arrived \d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(at(0.0001)).toBe('1 month ago');
  expect(at(0)).toBe('1 month ago');
  expect(at(null)).toBe('1 month ago');
});

describe('records on the map', () => {
  test('a booking is marked by how far it is, a collision as an accident, the newest first', () => {
    const points = mapPoints(
      records([booking('1', 11, 7), booking('2', 11, 7, true), booking('3', 11, 7, true, true)]),
    );
    expect(points.map(({ id, kind }) => [id, kind])).toEqual([
      ['crash', 'accident'],
      ['1', 'issued'],
      ['2', 'paid'],
      ['3', 'completed'],
    ]);
  });

  test('how many have a position is said with the right verb', () => {
    const two = records([booking('1', 11, 7)]);
    expect(positionCount(two)).toBe('2 of 4 have a position');
    const one = { bookings: [], collisions: two.collisions, total: 1, withPosition: 1 };
    expect(positionCount(one)).toBe('1 of 1 has a position');
  });

  test('where only the newest were sent, the map says so', () => {
    const many = { ...records([booking('1', 11, 7)]), total: 1_600, withPosition: 1_501 };
    expect(positionCount(many)).toBe('1,501 of 1,600 have a position, the newest 2 are shown');
    expect(positionCount({ ...many, total: 20_000, within: 10_000 })).toBe(
      '1,501 of the newest 10,000 have a position, the newest 2 are shown',
    );
  });
});

describe('clusters', () => {
  const near = mapPoints(records([booking('1', 11.16, 7.71), booking('2', 11.16, 7.71, true)]));
  const index = clusterIndex(near);

  test('what a finger could not tell apart is one cluster that counts each kind', () => {
    const [marker] = markersIn(index, everywhere);
    expect(marker).toMatchObject({ type: 'cluster', count: 3 });
    expect(marker && markerName(marker)).toBe(
      '3 records here: 1 Ticket Issued, 1 Ticket Paid, 1 Accident',
    );
  });

  test('records of one spot stay a cluster however close one looks, and are listed', () => {
    const markers = markersIn(index, { ...everywhere, zoom: maxZoom + 2 });
    const cluster = markers.find((marker) => marker.type === 'cluster');
    if (cluster?.type !== 'cluster') throw new Error('The two bookings should be one cluster.');
    expect(zoomToSplit(index, cluster)).toBeNull();
    expect(
      recordsOf(index, cluster)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['1', '2']);
  });

  test('a cluster leads to the zoom at which its records have more than one marker', () => {
    const [cluster] = markersIn(index, everywhere);
    if (cluster?.type !== 'cluster') throw new Error('All three records should be one cluster.');
    const zoom = zoomToSplit(index, cluster) ?? 0;
    expect(markersIn(index, { ...everywhere, zoom: zoom - 1 })).toHaveLength(1);
    expect(markersIn(index, { ...everywhere, zoom }).length).toBeGreaterThan(1);
  });

  test('no record is lost or counted twice at any zoom, however many there are', () => {
    const many = clusterIndex(
      mapPoints(
        records(
          Array.from({ length: 500 }, (_, at) =>
            booking(String(at), 11 + (at % 20) / 100, 7.5 + (at % 7) / 50),
          ),
        ),
      ),
    );
    for (let zoom = 3; zoom <= maxZoom; zoom += 1)
      expect(recordCount(markersIn(many, { ...everywhere, zoom }))).toBe(501);
  });

  test('records apart have a marker each once one looks closely', () => {
    const markers = markersIn(clusterIndex(mapPoints(records([booking('1', 11.1, 7.7)]))), {
      ...everywhere,
      zoom: defaultZoom,
    });
    expect(markers.map(({ type }) => type)).toEqual(['record', 'record']);
  });

  test('what is in view is what the numbers of the markers seen add up to', () => {
    const within = (place: { lat: number; lng: number }) =>
      recordCount(markersIn(index, viewAround(place, defaultZoom, 800, 600), 0));
    expect(within(defaultCentre)).toBe(2);
    expect(within({ lat: 6.5, lng: 3.4 })).toBe(0);
    expect(recordCount(markersIn(index, everywhere))).toBe(3);
  });

  test('how many are out of view is said, and that nothing is in view', () => {
    expect(outOfView(100, 201, 0)).toBe('101 out of view');
    expect(outOfView(201, 201, 0)).toBe('0 out of view');
    expect(outOfView(0, 1_201, 0)).toBe('Nothing in view, 1,201 out of view');
    expect(outOfView(100, 201, 12)).toBe('101 out of view, 12 hidden');
    expect(outOfView(0, 0, 213)).toBe('213 hidden');
  });

  test('the ring grows with the count, and even one among many keeps a part of it', () => {
    expect([2, 9, 10, 99, 100].map(ringRadius)).toEqual([17, 17, 19, 19, 22]);
    const arcs = ringArcs(
      [
        { kind: 'issued', count: 999 },
        { kind: 'accident', count: 1 },
      ],
      22,
    );
    expect(arcs.map(({ kind }) => kind)).toEqual(['issued', 'accident']);
    expect(new Set(arcs.map(({ path }) => path)).size).toBe(2);
  });
});

describe('where the map looks', () => {
  test('positions outside the state are counted, and don’t widen the view of all', () => {
    const lost = { ...booking('2', 0, 0), position: { ...position(0, 0), outside: true as const } };
    const all = records([booking('1', 6.5, 3.4), lost]);
    expect(positionCount(all)).toBe('3 of 5 have a position, 1 outside the state');
    expect(boundsAtHome(mapPoints(all))).toEqual([3.4, 6.5, 7.8, 11.2]);
    expect(boundsAtHome(mapPoints({ ...all, bookings: [lost], collisions: [] }))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test('the bounds of all hold every record; without one there are none', () => {
    expect(boundsOf(mapPoints(records([booking('1', 6.5, 3.4)])))).toEqual([3.4, 6.5, 7.8, 11.2]);
    expect(boundsOf([])).toBeNull();
  });

  test('a view is as wide as its window', () => {
    const { bounds, zoom } = viewAround(defaultCentre, 12, 800, 600);
    const [west, south, east, north] = bounds;
    const from = project({ lat: north, lng: west }, zoom);
    const to = project({ lat: south, lng: east }, zoom);
    expect(to.x - from.x).toBeCloseTo(800);
    expect(to.y - from.y).toBeCloseTo(600);
    const middle = pixelIn({ bounds, zoom }, defaultCentre);
    expect([middle.x, middle.y].map(Math.round)).toEqual([400, 300]);
  });

  test('a circle of 111 m is as wide as a thousandth of a degree of latitude', () => {
    const [here = 0, north = 0] = [10, 10.001].map((lat) => project({ lat, lng: 7.7 }, 16).y);
    expect((here - north) * metresPerPixel(10, 16)).toBeCloseTo(111.3, 0);
  });
});

describe('the credit of a tile source', () => {
  test('its words and https links are shown', () => {
    const html =
      '<a href="https://osm.example/c" target="_blank">&copy; OpenStreetMap</a> &amp; more';
    expect(readCredit(html)).toEqual([
      { text: '© OpenStreetMap', href: 'https://osm.example/c' },
      { text: '& more', href: null },
    ]);
  });

  test('nothing else of it is', () => {
    const html = '<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)><b>y</b>';
    expect(readCredit(html)).toEqual([
      { text: 'x', href: null },
      { text: 'y', href: null },
    ]);
  });
});

describe('the areas of local governments', () => {
  const of = (kind: MapPoint['kind'], zone: string) => ({ kind, zone }) as MapPoint;
  const points = [
    ...['Zaria', 'Zaria', 'Chikun'].map((zone) => of('issued', zone)),
    of('paid', 'Igabi'),
    of('completed', 'Igabi'),
    of('paid', 'Igabi'),
    of('accident', 'Lere'),
    of('paid', ''),
  ];

  test('are shaded by bookings, by those unpaid, or by collisions', () => {
    expect([...recordsByZone(points, 'bookings')]).toEqual([
      ['Zaria', 2],
      ['Chikun', 1],
      ['Igabi', 3],
    ]);
    expect([...recordsByZone(points, 'unpaid')]).toEqual([
      ['Zaria', 2],
      ['Chikun', 1],
    ]);
    expect([...recordsByZone(points, 'collisions')]).toEqual([['Lere', 1]]);
  });

  test('are named where they have the most', () => {
    const byZone = recordsByZone(points, 'bookings');
    expect(mostOf(byZone)).toBe('Igabi 3, Zaria 2, Chikun 1');
    expect(mostOf(new Map())).toBe('');
  });
});
