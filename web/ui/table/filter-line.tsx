import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { FilterBar, type FilterBarProps, useOnPhone } from '../filters/filter-bar.tsx';
import { FilterSheet, type FilterSheetProps } from '../filters/filter-sheet.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './list.module.css';

interface FilterLineProps extends FilterBarProps, Pick<FilterSheetProps, 'sort'> {
  /** The number of rows, in words; null until that is known. */
  count: string | null;
  /** The sum of the rows, after the count. */
  sum?: string | undefined;
  /** False where tabs above already show how many there are: the count is only announced. */
  showsCount: boolean;
}

/** The line over a list that has no search box: its filters and its count. */
export function FilterLine(props: FilterLineProps) {
  const { filters, onClear, sort, count, sum, showsCount } = props;
  const onPhone = useOnPhone();
  const done = count === null ? 'Show' : `Show ${count}`;
  return (
    <>
      {filters.length > 0 && (
        <div className={classNames('row wrap', css['line'])}>
          <FilterBar filters={filters} onClear={onClear} />
          {onPhone && <FilterSheet filters={filters} onClear={onClear} sort={sort} done={done} />}
          {showsCount && (
            <span className={css['lineEnd']}>
              <b role="status">{count}</b>
              {sum !== undefined && `, ${sum}`}
            </span>
          )}
        </div>
      )}
      {!showsCount && <VisuallyHidden role="status">{count}</VisuallyHidden>}
    </>
  );
}
