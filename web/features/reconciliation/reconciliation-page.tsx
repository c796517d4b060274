import { maxReconciledDays } from '#contract/day-range.ts';
import { periods } from '#contract/view-query.ts';
import { daysInWords } from '#web/lists/filter-words.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { periodWords } from '#web/lists/periods.ts';
import { shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { toastFailed } from '#web/ui/feedback/toast.tsx';
import { DaysFilter } from '#web/ui/filters/days-filter.tsx';
import { FilterBar, useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { FilterSheet } from '#web/ui/filters/filter-sheet.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { BookingsTab } from './bookings-tab.tsx';
import { DifferencesTab } from './differences-tab.tsx';
import { type AddressSteps, fits, useReconciliationAddress } from './reconciliation-address.ts';
import css from './reconciliation.module.css';

const tabs = [
  { key: 'bookings', label: 'Bookings and money' },
  { key: 'differences', label: 'Differences' },
] as const;

/** The issued tickets and the money that came in, compared with gateway and bank. */
export default function ReconciliationPage() {
  const { address, change, searchWith } = useReconciliationAddress();
  const days = useDaysFilter({ address, change });
  const { organisation, zone, show } = address;
  const places = shownFilters(
    usePlaceFilters({ filters: { organisation, zone }, filter: change }).filter(
      // Statements are of a whole organisation.
      ({ key }) => key === 'organisation' || show === 'bookings',
    ),
  );
  const onPhone = useOnPhone();
  const bar = {
    filters: [days, ...places],
    onClear: () =>
      change({
        period: undefined,
        from: undefined,
        to: undefined,
        organisation: undefined,
        zone: undefined,
      }),
  };
  const controls = (
    <>
      <LinkTabs
        label="Reconciliation"
        tabs={tabs}
        shown={show}
        searchOf={(key) => searchWith({ show: key === 'bookings' ? undefined : key })}
        className={css['tabs']}
      />
      <div className={css['bar']}>
        <FilterBar {...bar} />
        {onPhone && <FilterSheet {...bar} done="Show" />}
      </div>
    </>
  );
  const Tab = show === 'differences' ? DifferencesTab : BookingsTab;
  return <Tab address={address} change={change} controls={controls} />;
}

function useDaysFilter({ address, change }: Pick<AddressSteps, 'address' | 'change'>): Filter {
  const { period: shown, from, to } = address;

  /** Days of one's own; one that is left empty stays as it was. */
  function choose(first: string, last: string): boolean {
    const chosen = { from: first || from, to: last || to };
    if (fits(chosen)) {
      change({ ...chosen, period: undefined });
      return true;
    }
    toastFailed(`Choose at most ${maxReconciledDays} days, the first before the last.`);
    return false;
  }

  return {
    key: 'days',
    label: 'Days',
    value: daysInWords({ period: shown, from, to }),
    onRemove: () => change({ period: undefined, from: undefined, to: undefined }),
    render: (done) => (
      <DaysFilter
        key={`${from} ${to}`}
        periods={periods.map((value) => ({ value, label: periodWords[value] }))}
        period={shown}
        onPeriod={(period) => {
          change({ period, from: undefined, to: undefined });
          done();
        }}
        from={from}
        to={to}
        onDays={(first, last) => {
          if (choose(first, last)) done();
        }}
        moments={[]}
        moment=""
        onMoment={() => undefined}
      />
    ),
  };
}
