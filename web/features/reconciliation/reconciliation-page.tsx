import { Link } from 'react-router';
import { FilterBar, useOnPhone } from '#web/ui/filters/filter-bar.tsx';
import { FilterSheet } from '#web/ui/filters/filter-sheet.tsx';
import { BookingsTab } from './bookings-tab.tsx';
import { DifferencesTab } from './differences-tab.tsx';
import { useReconciliationAddress, type AddressSteps } from './reconciliation-address.ts';
import css from './reconciliation.module.css';
import { useReconciliationFilters } from './use-filters.tsx';

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
  const tabs = <Tabs steps={steps} />;
  return inDifferences ? (
    <DifferencesTab address={steps.address} change={steps.change} tabs={tabs} bar={bar} />
  ) : (
    <BookingsTab address={steps.address} change={steps.change} tabs={tabs} bar={bar} />
  );
}

const views = [
  { show: 'bookings', label: 'Bookings and money' },
  { show: 'differences', label: 'Differences' },
] as const;

/** The two views as links that keep the days and the place. */
function Tabs({ steps: { address, searchWith } }: { steps: AddressSteps }) {
  return (
    <nav aria-label="Reconciliation">
      <ul className={css['tabs']}>
        {views.map(({ show, label }) => (
          <li key={show}>
            <Link
              to={{ search: searchWith({ show: show === 'bookings' ? undefined : show }) }}
              className={css['tab']}
              aria-current={address.show === show ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
