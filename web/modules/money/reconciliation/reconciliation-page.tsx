import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { useReportDays } from '#web/records/reports/report-days.tsx';
import { FilterBar, useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { FilterSheet } from '#web/ui/filters/filter-sheet.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { BookingsTab } from './bookings-tab.tsx';
import { DifferencesTab } from './differences-tab.tsx';
import { useReconciliationAddress } from './reconciliation-address.ts';
import css from './reconciliation.module.css';

const tabs = [
  { key: 'bookings', label: 'Bookings and money' },
  { key: 'differences', label: 'Differences' },
] as const;

/** The issued tickets and the money that came in, compared with gateway and bank. */
export default function ReconciliationPage() {
  const { address, change, searchWith } = useReconciliationAddress();
  const days = useReportDays(address, change);
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
      <div className={classNames('row wrap gap-4', css['bar'])}>
        <FilterBar {...bar} />
        {onPhone && <FilterSheet {...bar} done="Show" />}
      </div>
    </>
  );
  const Tab = show === 'differences' ? DifferencesTab : BookingsTab;
  return <Tab address={address} change={change} controls={controls} />;
}

ReconciliationPage.help =
  'This page compares payments with statements from the payment gateway and the bank. Select the days, send a statement, and select whose statement it is. Hanya lists differences by bill, and shows all three totals for each day. A second state admin must confirm each statement.';
