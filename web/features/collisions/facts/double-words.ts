import type { CollisionDouble } from '#contract/collision-doubles.ts';
import { said, type Say, sayEnglish } from '#contract/language.ts';

type Told = Pick<CollisionDouble, 'metres' | 'minutes' | 'shares' | 'zone' | 'team' | 'location'>;

const sharing = said({ plate: 'with the same plate', phone: 'with the same phone' });

/** `A collision 40 m away, 25 minutes ago, by Zaria, Team Alpha, at PZ roundabout`. */
export function doubleInWords(
  { metres, minutes, shares, zone, team, location }: Told,
  how: 'ago' | 'apart',
  say: Say = sayEnglish,
): string {
  const hours = Math.round(minutes / 60);
  return [
    metres === null ? say('A collision') : say('A collision {number} m away', { number: metres }),
    say(how === 'ago' ? '{time} ago' : '{time} apart', {
      time:
        minutes < 120
          ? say.count(minutes, '{count} minute', '{count} minutes')
          : say.count(hours, '{count} hour', '{count} hours'),
    }),
    ...(shares === null ? [] : [say(sharing[shares])]),
    say('by {place}', { place: `${zone}${team === '' ? '' : `, ${team}`}` }),
    ...(location === '' ? [] : [say('at {place}', { place: location })]),
  ].join(', ');
}
