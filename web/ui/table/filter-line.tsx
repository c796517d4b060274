import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { FilterBar, type FilterBarProps, useOnPhone } from '../filters/filter-bar.tsx';
import { FilterSheet } from '../filters/filter-sheet.tsx';
import css from './filter-line.module.css';

interface FilterLineProps extends FilterBarProps {
  /** The number of rows, in words; null until that is known. */
  count: string | null;
  /** False where tabs above already show how many there are: the count is only announced. */
  showsCount: boolean;
}

/** The line over a list that has no search box: its filters and its count. */
export function FilterLine({ filters, onClear, count, showsCount }: FilterLineProps) {
  const onPhone = useOnPhone();
  const done = count === null ? 'Show' : `Show ${count}`;
  return (
    <>
      {filters.length > 0 && (
        <div className={css['line']}>
          <FilterBar filters={filters} onClear={onClear} />
          {onPhone && <FilterSheet filters={filters} onClear={onClear} done={done} />}
          {showsCount && (
            <b className="push" role="status">
              {count}
            </b>
          )}
        </div>
      )}
      {!showsCount && <VisuallyHidden role="status">{count}</VisuallyHidden>}
    </>
  );
}
