import type { MapRecords } from '#contract/statistics.ts';
import css from './live-map.module.css';
import { positionCount } from './map-points.ts';

/** The name of the map in its corner, and what it shows. */
export function MapHead({ detail }: { detail: string | null }) {
  return (
    <div className={css['head']}>
      <b>Live Map</b>
      {detail !== null && <span>{detail}</span>}
    </div>
  );
}

/** `42 of 48 have a position`; null until it is known. */
export function countOf(records: MapRecords | null, noun = ''): string | null {
  return records && positionCount(records.withPosition, records.total, noun);
}
