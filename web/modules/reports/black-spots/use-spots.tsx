import { Link } from 'react-router';
import { z } from 'zod';
import { placeAndDays } from '#contract/list-filters.ts';
import {
  type BlackSpot,
  readBlackSpots,
  spotMeasures,
} from '#contract/modules/reports/black-spots.ts';
import { dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { daysBetween } from '#web/format/calendar.ts';
import { joined, plural } from '#web/format/words.ts';
import {
  type ListSteps,
  plainGrammar,
  sentFilters,
  useListAddress,
} from '#web/lists/list-address.ts';
import { useAddress } from '#web/lists/use-address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { spotAddress, spotInWords } from './spot-columns.tsx';

const narrowing = { ...placeAndDays, ...spotMeasures };
export const spotGrammar = plainGrammar(narrowing);
export type SpotSteps = ListSteps<'', typeof narrowing>;

/** The spots that an address asks for, of which nothing is fetched unless `wanted`. */
export function useSpots({ address: { filters } }: SpotSteps, wanted = true) {
  const query = sentFilters<typeof narrowing>(filters);
  const question = wanted ? JSON.stringify(query) : '';
  const answer = useLoaded(question, async (signal) =>
    wanted ? dataOf(readBlackSpots, { query, signal }) : null,
  );
  const { from = '', to = '' } = answer.data ?? {};
  const { organisation, zone } = filters;
  return { ...answer, query, question, place: { from, to, organisation, zone } };
}

const addressSchema = z.object({ spots: z.string().default('') });

/**
 * The spots as a layer of the map, and its switch for who may see it. In the address `spots` is `on`,
 * or the latitude and longitude of one.
 */
export function useSpotLayer() {
  const steps = useListAddress(spotGrammar);
  const { address, change } = useAddress(addressSchema);
  const show = (spots: string) => change({ spots }, { replace: true });
  const maySee = useMay('see black spots');
  const isOn = maySee && address.spots !== '';
  const { data, failure, reload, place } = useSpots(steps, isOn);
  const control = maySee && (
    <Button
      variant={isOn ? 'primary' : 'default'}
      aria-pressed={isOn}
      onClick={() => show(isOn ? '' : 'on')}
    >
      Black spots
    </Button>
  );
  if (!isOn) return { control, layer: undefined };

  const [lat = NaN, lng = NaN] = address.spots.split(',').map(Number);
  const centre = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
  const circles = (data?.spots ?? []).map((spot) => ({ ...spot, words: spotInWords(spot) }));
  const at = circles.findIndex((spot) => spot.lat === lat && spot.lng === lng);
  const chosen = circles[at];
  const { zone = '', metres } = steps.address.filters;
  const distance = metres === undefined ? '' : `within ${metres} m`;
  const title = data ? plural(circles.length, 'black spot') : 'Black spots';
  const notice = chosen
    ? {
        heading: `${at + 1}. ${chosen.name}`,
        children: (
          <>
            {chosen.words} <Link to={spotAddress(chosen, place)}>Show its collisions</Link>
          </>
        ),
        onClose: () => show('on'),
      }
    : {
        heading: title,
        children: (
          <>
            {joined([daysBetween(place.from, place.to), zone, distance])}. A spot shows where to
            look, not why. <Link to={`/black-spots?${steps.view}`}>Show as a list</Link>
          </>
        ),
      };
  return {
    control,
    layer: {
      title,
      circles,
      centre,
      notice:
        failure === null
          ? data && notice
          : { heading: title, children: failure, action: { label: 'Try again', onChoose: reload } },
      onChoose: (spot: Pick<BlackSpot, 'lat' | 'lng'>) => show(`${spot.lat},${spot.lng}`),
    },
  };
}
