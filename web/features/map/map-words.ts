import { count } from '#web/format/money.ts';
import { relativeTime } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { arrivalOf, madeAtOf } from '#web/records/made-at.tsx';
import type { MapMarker } from './clusters.ts';
import { kindLabels, type MapPoint } from './map-points.ts';

/** The name of a record on the map. */
export function pointName({ name, kind }: MapPoint): string {
  if (name !== '') return name;
  return kind === 'accident' ? 'No location' : 'No plate';
}

/** The number of records that can't be seen: `101 out of view, 12 hidden`. */
export function outOfView(inView: number, all: number, switchedOff: number): string {
  const off = switchedOff === 0 ? [] : [`${count(switchedOff)} hidden`];
  if (all === 0) return off.join('');
  const out = `${count(all - inView)} out of view`;
  return [...(inView === 0 ? ['Nothing in view'] : []), out, ...off].join(', ');
}

/** `4 minutes ago`, with its arrival where it waited on a device. */
export const ageOf = (point: MapPoint): string =>
  joined([relativeTime(madeAtOf(point)), arrivalOf(point) ?? '']) ?? '';

/** The name of a marker for a screen reader: `Ticket Issued, ABC-123DE, Zaria, 4 minutes ago`. */
export function markerName(marker: MapMarker): string {
  if (marker.type === 'cluster') {
    const kinds = marker.kinds.map((each) => `${count(each.count)} ${kindLabels[each.kind]}`);
    return `${count(marker.count)} records here: ${kinds.join(', ')}`;
  }
  const { point } = marker;
  const parts = [kindLabels[point.kind], pointName(point), point.zone];
  return [...parts.filter((part) => part !== ''), ageOf(point)].join(', ');
}
