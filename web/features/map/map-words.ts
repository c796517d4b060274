import { count } from '#web/format/money.ts';
import { relativeTime } from '#web/format/time.ts';
import type { Mark } from './clusters.ts';
import { kindLabels, type MapPoint } from './map-points.ts';

/** How a record is called on the map. */
export function pointName({ name, kind }: MapPoint): string {
  if (name !== '') return name;
  return kind === 'accident' ? 'No location' : 'No plate';
}

/** What of the records on the map isn't seen: `101 out of view, 12 switched off`. */
export function outOfView(inView: number, all: number, switchedOff: number): string {
  const off = switchedOff === 0 ? [] : [`${count(switchedOff)} switched off`];
  if (all === 0) return off.join('');
  const out = `${count(all - inView)} out of view`;
  return [...(inView === 0 ? ['Nothing in view'] : []), out, ...off].join(', ');
}

/** How much of the records a glimpse of the map shows: `3 of 104 in view`. */
export function partInView(inView: number, all: number): string {
  return `${count(inView)} of ${count(all)} in view`;
}

/** How a marker is spoken: `Ticket Issued, ABC-123DE, Zaria, 4 minutes ago`. */
export function markName(mark: Mark): string {
  if (mark.type === 'cluster') {
    const kinds = mark.kinds.map((each) => `${count(each.count)} ${kindLabels[each.kind]}`);
    return `${count(mark.count)} records here: ${kinds.join(', ')}`;
  }
  const { point } = mark;
  const parts = [kindLabels[point.kind], pointName(point), point.zone];
  return [...parts.filter((part) => part !== ''), relativeTime(point.createdAt)].join(', ');
}
