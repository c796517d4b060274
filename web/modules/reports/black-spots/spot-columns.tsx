import { Link } from 'react-router';
import type { BlackSpot, BlackSpots } from '#contract/modules/reports/black-spots.ts';
import { callAddress } from '#web/api/call-address.ts';
import { count } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { changedSearch } from '#web/lists/use-address.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

/** What the list of a spot's collisions is narrowed to besides its circle. */
export type SpotPlace = Pick<BlackSpots, 'from' | 'to'> & {
  organisation?: string | undefined;
  zone?: string | undefined;
};

/** The list of the collisions that lie in the spot's circle. */
export const spotAddress = ({ lat, lng, radius }: BlackSpot, place: SpotPlace): string =>
  callAddress('/collisions', {}, { ...place, near: `${lat},${lng},${radius}` });

/** The map at the spot, with those of a list's view. */
const OnTheMap = ({ spot: { lat, lng, name }, view }: { spot: BlackSpot; view: string }) => (
  <Link
    className={buttonClass({ size: 'sm' })}
    to={`/map${changedSearch(view, { spots: `${lat},${lng}` })}`}
  >
    On the map<VisuallyHidden>: {name}</VisuallyHidden>
  </Link>
);

/** What chance alone makes of a count in another such time: about ±2√n. */
function rangeOf({ collisions: n }: Pick<BlackSpot, 'collisions'>): string {
  const range = 2 * Math.sqrt(n);
  return `${count(Math.max(0, Math.round(n - range)))} to ${count(Math.round(n + range))} by chance`;
}

/** The two halves of the days beside each other; no trend from few, nor from what chance explains. */
function trendOf({ halves }: Pick<BlackSpot, 'halves'>): string {
  if (halves === null) return 'Too few for a trend';
  const [early = 0, late = 0] = halves;
  const isChance = Math.abs(late - early) <= 2 * Math.sqrt(early + late);
  const said = late > early ? 'more than chance explains' : 'fewer than chance explains';
  return `${early}, then ${late}: ${isChance ? 'within chance' : said}`;
}

const harmOf = ({ killed, injured }: BlackSpot): string =>
  `${count(killed)} killed, ${count(injured)} injured`;

const chanceOf = ({ moreThanByChance }: BlackSpot): string | null =>
  moreThanByChance === true ? 'More than expected by chance' : null;

/** With what else lies in the circle that the list shows. */
const whereOf = ({ zone, radius, listed, collisions }: BlackSpot): string =>
  `${zone}, within ${count(radius)} m${listed === collisions ? '' : `, where ${count(listed)} are listed`}`;

/** All counts of a spot, without a judgement of the place. */
export const spotInWords = (spot: BlackSpot): string =>
  `${plural(spot.collisions, 'collision')}, ${rangeOf(spot)}. ${harmOf(spot)}. ${spot.moreThanByChance ? 'More than expected by chance. ' : ''}${whereOf(spot)}.`;

/** The columns of the spots, which are in their order; `all` gives them their ranks. */
export const spotColumns = (
  all: readonly BlackSpot[],
  place: SpotPlace,
  view: string,
): Column<BlackSpot>[] => [
  { key: 'rank', header: 'Rank', width: 56, align: 'end', cell: (spot) => all.indexOf(spot) + 1 },
  {
    key: 'place',
    header: 'Place',
    cell: (spot) => <TwoLine second={whereOf(spot)}>{spot.name}</TwoLine>,
  },
  {
    key: 'collisions',
    header: 'Collisions',
    width: 136,
    cell: (spot) => (
      <TwoLine second={rangeOf(spot)} strong>
        {count(spot.collisions)}
      </TwoLine>
    ),
  },
  {
    key: 'harm',
    header: 'Harm',
    cell: (spot) => (
      <TwoLine second={`${spot.fatal} fatal, ${spot.injury} injury, ${spot.damage} damage only`}>
        {harmOf(spot)}
      </TwoLine>
    ),
  },
  {
    key: 'weight',
    header: 'Weight',
    width: 100,
    cell: (spot) => (
      <TwoLine second={`${count(spot.weighted)} counted`} strong>
        {spot.shrunk}
      </TwoLine>
    ),
  },
  {
    key: 'trend',
    header: 'Trend',
    cell: (spot) => <TwoLine second={chanceOf(spot) ?? undefined}>{trendOf(spot)}</TwoLine>,
  },
  {
    key: 'actions',
    header: 'Actions',
    width: 188,
    align: 'end',
    cell: (spot) => (
      <span className="inline-row gap-3">
        <OnTheMap spot={spot} view={view} />
        <Link className={buttonClass({ size: 'sm' })} to={spotAddress(spot, place)}>
          Show <VisuallyHidden>the collisions at {spot.name}</VisuallyHidden>
        </Link>
      </span>
    ),
  },
];

interface SpotCardProps {
  spot: BlackSpot;
  rank: number;
  view: string;
  onOpen: () => void;
}

/** A spot on a phone. */
export const SpotCard = ({ spot, rank, view, onOpen }: SpotCardProps) => (
  <ListCard
    badge={<b className="small">{`${rank}. Weight ${spot.shrunk}`}</b>}
    when={chanceOf(spot)}
    name={spot.name}
    mark={<OnTheMap spot={spot} view={view} />}
    detail={`${whereOf(spot)}. ${harmOf(spot)}. ${rangeOf(spot)}. ${trendOf(spot)}.`}
    reference={plural(spot.collisions, 'collision')}
    onOpen={onOpen}
    openLabel="Show"
    openName={`the collisions at ${spot.name}`}
  />
);
