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
            : 'Places where collisions are close together'
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
          words: `No place has ${least} or more collisions within ${metres} m. Only collisions with an accurate position count.`,
        }}
      />
      {data && (
        <div className="halves space-above">
          <div className="column gap-7">
            <Card title="Hours and weekdays">
              <div className={css['body']}>
                <WeekTable week={data.week} />
                <p className="small quiet space-above">
                  Collisions by the hour they were recorded, in Nigerian time. The darker the
                  square, the more collisions. Each of the four shades stands for about a quarter of
                  the hours that have collisions.
                  {data.week.band > 1 &&
                    ` With fewer than ${leastForHours} collisions, Hanya counts in blocks of four hours.`}
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
              <Card title="Work done at the spots">
                <div className={css['body']}>
                  <DoneThere
                    spots={spots.slice(0, 10)}
                    organisation={organisation}
                    onWritten={answer.reload}
                  />
                </div>
              </Card>
            )}
            <Card title="How to read this page" className="small">
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
        <Card title="Harm and enforcement" className="space-above">
          <div className={css['body']}>
            <Enforcement query={{ from, to, organisation, zone }} />
          </div>
        </Card>
      )}
    </>
  );
}

BlackSpotsPage.help =
  'This page shows where recorded collisions are close together, and at what hours. Select the days, zone and distance, then show a spot’s collisions. The notes under “How to read this page” say what Hanya left out. A spot shows where to look, not why.';

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
    `A spot begins where at least ${least} collisions lie within ${metres} m of one collision. Every collision within ${metres} m of one of these belongs to the spot too. If you change the distance, the spots change.`,
    `The weights are an agreed scale: fatal ${fatal}, injury ${injury}, damage only ${damage}. Severity comes from the numbers of people killed and injured, so serious and slight injuries count the same.`,
    'Hanya ranks spots by a weight adjusted towards the zone’s average. The more likely a spot is due to chance, the larger the adjustment. The table shows the counted weight under the adjusted weight.',
    'Next to each count is the range that you could see in another period by chance alone. A place often looks better or worse later without any action.',
    data.isTested
      ? `“More than expected by chance” compares each spot with its surroundings, in squares of 300 m. This says nothing about the cause.`
      : `Hanya has not tested whether spots have more collisions than expected by chance. The test needs ${leastForChance} positions, and there are ${count(clustered)}.`,
    `Hanya left out these collisions: ${count(withoutPosition)} without a position, ${count(elsewhere)} outside the state, and ${count(inaccurate)} less accurate than ${metres / 2} m. It also left out ${count(atDesk)} that were probably entered at a desk, because three or more have exactly the same position.`,
    'Two records of the same collision count as one.',
    'More patrols record more collisions. A spot shows where collisions were recorded.',
    ...(data.isCut ? [`Hanya read only the newest ${count(mostSpotRecords)} collisions.`] : []),
    ...(spots.length < mostSpots ? [] : [`This page shows only the first ${mostSpots} spots.`]),
  ];
}
