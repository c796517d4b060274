import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { FilterBar, useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { FilterSheet } from '#web/ui/filters/filter-sheet.tsx';
import { BookingsTab } from './bookings-tab.tsx';
import { DifferencesTab } from './differences-tab.tsx';
import { useReconciliationAddress } from './reconciliation-address.ts';
import css from './reconciliation.module.css';
import { useReconciliationFilters } from './use-filters.tsx';

const views = [
  { key: 'bookings', label: 'Bookings and money' },
  { key: 'differences', label: 'Differences' },
] as const;

/** What was issued, what came in, and whether gateway and bank say the same. */
export default function ReconciliationPage() {
  const steps = useReconciliationAddress();
  const inDifferences = steps.address.show === 'differences';
  const filters = useReconciliationFilters(steps, !inDifferences);
  const onPhone = useOnPhone();
  const choice = {
    filters,
    onClear: () =>
      steps.change({
        period: undefined,
        from: undefined,
        to: undefined,
        organisation: undefined,
        zone: undefined,
      }),
  };
  const bar = (
    <div className={css['bar']}>
      <FilterBar {...choice} />
      {onPhone && <FilterSheet {...choice} done="Show" />}
    </div>
  );
  const tabs = (
    <LinkTabs
      label="Reconciliation"
      tabs={views}
      shown={steps.address.show}
      searchOf={(show) => steps.searchWith({ show: show === 'bookings' ? undefined : show })}
      className={css['tabs']}
    />
  );
  return inDifferences ? (
    <DifferencesTab address={steps.address} change={steps.change} tabs={tabs} bar={bar} />
  ) : (
    <BookingsTab address={steps.address} change={steps.change} tabs={tabs} bar={bar} />
  );
}
