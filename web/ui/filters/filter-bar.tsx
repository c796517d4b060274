import { Button } from '../controls/button.tsx';
import { classNames } from '../theme/class-names.ts';
import { useScreen } from '../theme/use-screen.ts';
import { FilterChip, RemoveFilter } from './filter-chip.tsx';
import type { Filter } from './filter.ts';
import css from './filters.module.css';

export interface FilterBarProps {
  filters: readonly Filter[];
  onClear: () => void;
}

/** True where a list has its filters in a sheet. */
export function useOnPhone(): boolean {
  return useScreen('phone');
}

/** The filters of a list as chips. On a phone only those that are set: all are in the sheet. */
export function FilterBar({ filters, onClear }: FilterBarProps) {
  const onPhone = useOnPhone();
  const set = filters.filter(({ value }) => value !== null);
  if (onPhone && set.length === 0) return null;
  return (
    <div className={css['bar']} role="group" aria-label="Filters">
      {onPhone
        ? set.map((filter) => <SetChip key={filter.key} filter={filter} />)
        : filters.map((filter) => <FilterChip key={filter.key} filter={filter} />)}
      {set.length > 0 && (
        <Button variant="link" size="sm" className={css['clear']} onClick={onClear}>
          Clear all
        </Button>
      )}
    </div>
  );
}

function SetChip({ filter: { label, value, onRemove } }: { filter: Filter }) {
  return (
    <span className={classNames('shrink small', css['chip'])} data-set>
      <span className={classNames('inline-row shrink gap-3 nowrap', css['main'])}>
        <b>{label}</b> <span className={classNames('truncate', css['value'])}>{value}</span>
      </span>
      <RemoveFilter label={label} onRemove={onRemove} />
    </span>
  );
}
