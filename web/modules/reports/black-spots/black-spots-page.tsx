import { useNavigate } from 'react-router';
import {
  type BlackSpots,
  leastForChance,
  leastForHours,
  mostSpotRecords,
  mostSpots,
  severityWeights,
  spotMeasures,
} from '#contract/modules/reports/black-spots.ts';
import { daysBetween } from '#web/format/calendar.ts';
import { count } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { AddressedList } from '#web/lists/addressed-list.tsx';
import { useListAddress } from '#web/lists/list-address.ts';
import { wholeList } from '#web/lists/local-rows.ts';
import { daysFilter, shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { IconCarCrash } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './black-spots.module.css';
import { Causes } from './causes.tsx';
import { DoneThere } from './done-there.tsx';
import { Enforcement } from './enforcement.tsx';
import { PictureButton } from './picture-button.tsx';
import { SpotCard, spotAddress, spotColumns } from './spot-columns.tsx';
import { spotGrammar, type SpotSteps, useSpots } from './use-spots.tsx';
import { WeekTable } from './week-table.tsx';

const usual = {
  metres: spotMeasures.metres.parse(undefined),
  least: spotMeasures.least.parse(undefined),
};

/** Where and when collisions lie close, with what that can't say. */
export default function BlackSpotsPage() {
  const steps = useListAddress(spotGrammar);
  const navigate = useNavigate();
  const set = { filters: steps.address.filters, filter: steps.filter };
  const { query, question, place, ...answer } = useSpots(steps);
  const { data } = answer;
  const spots = data?.spots ?? [];
  const { organisation, zone, from, to, metres = usual.metres, least = usual.least } = set.filters;

  return (
    <>
      <AddressedList
        title="Black spots"
        detail={
          data
            ? `${daysBetween(data.from, data.to)}: ${plural(data.read, 'collision')}`
            : 'Places where collisions lie close'
        }
        steps={steps}
        list={wholeList({ ...answer, data: data && data.spots }, question)}
        nouns={['spot', 'spots']}
        filters={[
          ...shownFilters([daysFilter(set), ...usePlaceFilters(set)]),
          measure(steps, 'metres', 'Distance', 'm', [100, 150, 250, 500]),
          measure(steps, 'least', 'At least', 'collisions', [3, 4, 5]),
        ]}
        actions={<PictureButton query={query} />}
        columns={spotColumns(spots, place, steps.view)}
        rowKey={({ lat, lng }) => `${lat} ${lng}`}
        renderCard={(spot) => (
          <SpotCard
            spot={spot}
            rank={spots.indexOf(spot) + 1}
            view={steps.view}
            onOpen={() => void navigate(spotAddress(spot, place))}
          />
        )}
        empty={{
          heading: 'No items found',
          icon: <IconCarCrash size={30} stroke={1.5} />,
          words: `Nowhere do ${least} collisions with an accurate position lie within ${metres} m.`,
        }}
      />
      {data && (
        <div className="halves space-above">
          <div className="column gap-7">
            <Card title="Hours and weekdays">
              <div className={css['body']}>
                <WeekTable week={data.week} />
                <p className="small quiet space-above">
                  By the hour at which they were recorded, in Nigerian time. The darker, the more:
                  quarters of the hours that have any.
                  {data.week.band > 1 &&
                    ` Of fewer than ${leastForHours} collisions, four hours are counted together.`}
                </p>
              </div>
            </Card>
            <Card title="Causes and cost">
              <div className={css['body']}>
                <Causes {...data} />
              </div>
            </Card>
          </div>
          <div className="column gap-7">
            {spots.length > 0 && (
              <Card title="What was done there">
                <div className={css['body']}>
                  <DoneThere
                    spots={spots.slice(0, 10)}
                    organisation={organisation}
                    onWritten={answer.reload}
                  />
                </div>
              </Card>
            )}
            <Card title="How to read this" className="small">
              <ul className={classNames('ruled', css['body'])}>
                {sentencesOf(data, metres, least).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Card>
          </div>
        </div>
      )}
      {data && (
        <Card title="Harm against enforcement" className="space-above">
          <div className={css['body']}>
            <Enforcement query={{ from, to, organisation, zone }} />
          </div>
        </Card>
      )}
    </>
  );
}

BlackSpotsPage.help =
  'Here are the places where recorded collisions lie close, and the hours of the week. Choose days, zone and distance, then show the collisions of a spot. Read beside the list what was left out. A spot says where to look, and not why.';

function measure(
  { address: { filters }, filter }: SpotSteps,
  key: keyof typeof spotMeasures,
  label: string,
  unit: string,
  choices: readonly number[],
): Filter {
  const value = filters[key];
  const inWords = (one: number) => `${one} ${unit}`;
  return {
    key,
    label,
    value: value === undefined ? null : inWords(value),
    onRemove: () => filter({ [key]: undefined }),
    render: (done) => (
      <ChoiceFilter
        label={label}
        choices={choices.map((one) => ({ value: String(one), label: inWords(one) }))}
        value={String(value)}
        onChoose={(chosen) => {
          filter({ [key]: Number(chosen) });
          done();
        }}
      />
    ),
  };
}

/** What was done, what was left out, and what nobody may read out of it. */
function sentencesOf(data: BlackSpots, metres: number, least: number): string[] {
  const { fatal, injury, damage } = severityWeights;
  const { withoutPosition, elsewhere, inaccurate, atDesk, clustered, spots } = data;
  return [
    `A spot is where at least ${least} collisions lie within ${metres} m of one, with all that lie as close to each other. Another distance gives other spots.`,
    `Weights are an agreed scale: fatal ${fatal}, injury ${injury}, damage only ${damage}. Severity follows from the numbers of killed and injured: serious and slight injuries can’t be told apart.`,
    'Spots rank by their weight after it is drawn towards the mean of the zone’s spots: the less it could be told from chance, the more. The weight as counted stands below it.',
    'Beside a count stands what chance alone makes of it in another such time. A place often looks better or worse later without any act.',
    data.isTested
      ? `“More than by chance” compares each spot with its surroundings, in cells of 300 m. It says nothing about the cause.`
      : `Whether a spot is more than chance isn’t tested: that takes ${leastForChance} positions, and there are ${count(clustered)}.`,
    `Left out of the spots: ${count(withoutPosition)} without a position, ${count(elsewhere)} whose position lies outside the state, ${count(inaccurate)} with an accuracy worse than ${metres / 2} m, ${count(atDesk)} entered at a desk (three or more at the very same position).`,
    'Of two that were decided to be one collision, one is read.',
    'More patrols record more collisions: a spot is where they were recorded.',
    ...(data.isCut ? [`Only the newest ${count(mostSpotRecords)} collisions were read.`] : []),
    ...(spots.length < mostSpots ? [] : [`Only the first ${mostSpots} spots are shown.`]),
  ];
}
