import type { MapRecords } from '#contract/map.ts';
import { count } from '#web/format/money.ts';

/** The meanings of a marker, in the order of the lifecycle. */
export const mapKinds = ['issued', 'paid', 'completed', 'accident'] as const;
export type MapKind = (typeof mapKinds)[number];

export const kindLabels: Record<MapKind, string> = {
  issued: 'Ticket Issued',
  paid: 'Ticket Paid',
  completed: 'Completed',
  accident: 'Accident',
};

/** One record with a position. */
export interface MapPoint {
  id: string;
  kind: MapKind;
  /** Degrees north and east. */
  lat: number;
  lng: number;
  /** True where it lies outside the state of the record's organisation. */
  outside: boolean;
  /** The plate of a booking (may be ''), the location of a collision. */
  name: string;
  zone: string;
  createdAt: string;
  captured: { madeAt: string } | null;
  /** Naira; null for a collision. */
  price: number | null;
}

/** Every record that has a position, the newest first. */
export function mapPoints({ bookings, collisions }: MapRecords): MapPoint[] {
  const points: MapPoint[] = [
    ...bookings.map(({ _id, paid, completed, registration, zone, price, position, ...made }) => ({
      id: _id,
      kind: completed ? ('completed' as const) : paid ? ('paid' as const) : ('issued' as const),
      lat: position.lat,
      lng: position.lng,
      outside: position.outside === true,
      name: registration,
      zone,
      ...made,
      price,
    })),
    ...collisions.map(({ _id, location, zone, position, ...made }) => ({
      id: _id,
      kind: 'accident' as const,
      lat: position.lat,
      lng: position.lng,
      outside: position.outside === true,
      name: location,
      zone,
      ...made,
      price: null,
    })),
  ];
  // Instants of one form, so that their text sorts as they do, in a tenth of the time.
  return points.sort((a, b) =>
    a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0,
  );
}

/**
 * `42 of 48 have a position`, how many are shown where the server sent only the newest, and how many of
 * these lie outside the state.
 */
export function positionCount(records: MapRecords): string {
  const { total, withPosition, within } = records;
  const have = withPosition === 1 ? 'has' : 'have';
  const sent = records.bookings.length + records.collisions.length;
  const newest = sent < withPosition ? `, the newest ${count(sent)} are shown` : '';
  const all = within === undefined ? count(total) : `the newest ${count(within)}`;
  const outside = [...records.bookings, ...records.collisions].filter(
    ({ position }) => position.outside,
  ).length;
  const far = outside === 0 ? '' : `, ${count(outside)} outside the state`;
  return `${count(withPosition)} of ${all} ${have} a position${newest}${far}`;
}

export interface KindCount {
  kind: MapKind;
  count: number;
}
