import type { CollisionDouble } from '#contract/collision-doubles.ts';
import { plural } from '#web/format/words.ts';

type Told = Pick<CollisionDouble, 'metres' | 'minutes' | 'shares' | 'zone' | 'team' | 'location'>;

/** `A collision 40 m away, 25 minutes ago, by Zaria, Team Alpha, at PZ roundabout`. */
export function doubleInWords(
  { metres, minutes, shares, zone, team, location }: Told,
  how: 'ago' | 'apart',
): string {
  return [
    `A collision${metres === null ? '' : ` ${metres} m away`}`,
    `${minutes < 120 ? plural(minutes, 'minute') : plural(Math.round(minutes / 60), 'hour')} ${how}`,
    ...(shares === null ? [] : [`with the same ${shares}`]),
    `by ${zone}${team === '' ? '' : `, ${team}`}`,
    ...(location === '' ? [] : [`at ${location}`]),
  ].join(', ');
}
