import { mostDays } from '#contract/day-stretch.ts';
import { organisationOfState } from '#contract/places.ts';
import { shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { DaysFilter } from '#web/ui/filters/days-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { fits, presets, presetWords } from './presets.ts';
import type { AddressSteps } from './reconciliation-address.ts';

/** The days, and the organisation and zone for those who have a choice; a zone only where `withZone`. */
export function useReconciliationFilters(
  { address, change }: AddressSteps,
  withZone: boolean,
): Filter[] {
  const { preset, from, to, organisation, zone } = address;
  const places = usePlaceFilters({ filters: { organisation, zone }, filter: change }).filter(
    ({ key }) => key === 'organisation' || withZone,
  );
  const days: Filter = {
    key: 'days',
    label: 'Days',
    value: preset === undefined ? (from === to ? from : `${from} to ${to}`) : presetWords[preset],
    onRemove: () => change({ period: undefined, from: undefined, to: undefined }),
    render: (done) => (
      <DaysFilter
        key={`${from} ${to}`}
        periods={presets.map((value) => ({ value, label: presetWords[value] }))}
        period={preset}
        onPeriod={(period) => {
          change({ period, from: undefined, to: undefined });
          done();
        }}
        from={from}
        to={to}
        onDays={(first, last) => {
          const chosen = { from: first === '' ? from : first, to: last === '' ? to : last };
          if (!fits(chosen)) {
            toastFailed(`Choose at most ${mostDays} days, the first before the last.`);
            return;
          }
          change({ ...chosen, period: undefined });
          done();
        }}
        moments={[]}
        moment=""
        onMoment={() => undefined}
      />
    ),
  };
  return [days, ...shownFilters(places)];
}

/** The organisation that statements are compared of: the user's own, the chosen one, or the first. */
export function useOneOrganisation(address: AddressSteps['address']) {
  const user = useCurrentUser();
  return user?.state == null ? (address.organisation ?? 'Kaduna') : organisationOfState(user.state);
}
