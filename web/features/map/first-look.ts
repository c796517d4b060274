import type { Bounds, GeoPoint } from './geography.ts';
import type { KeptView } from './use-kept-view.ts';

/** The least share of all records that a first look shows. */
const leastShare = 1 / 5;

/**
 * What the map shows of itself to somebody who has chosen no view on this device: their zone, if at
 * least a fifth of all records lie in it, else all records.
 */
export function firstLook(records: readonly GeoPoint[], zone: Bounds | null): KeptView {
  if (zone === null) return 'all';
  const [west, south, east, north] = zone;
  const inZone = records.filter(
    ({ lat, lng }) => lng >= west && lng <= east && lat >= south && lat <= north,
  );
  return inZone.length >= records.length * leastShare ? 'my zone' : 'all';
}
