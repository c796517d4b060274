import type { ReactNode } from 'react';
import { IconSearch } from '#web/ui/icons.ts';
import { asTyped } from '../fields/as-typed.ts';
import { classNames } from '../theme/class-names.ts';
import css from './list.module.css';

export interface ListToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  /** The name of the search field. */
  searchLabel?: string | undefined;
  placeholder?: string | undefined;
  /** The number of rows; announced politely. */
  count?: ReactNode;
  /** The sum of the rows, after the count. */
  sum?: string | undefined;
  /** A button beside the search. */
  beside?: ReactNode;
  /** A second line, such as filters. */
  children?: ReactNode;
}

/** The line over a list: search and count. */
export function ListToolbar(props: ListToolbarProps) {
  const { search, onSearch, searchLabel = 'Search', placeholder = 'Search' } = props;
  const { count, sum, beside, children } = props;
  return (
    <div className={classNames('row wrap', css['bar'])}>
      <label className={classNames('input-box gap-4 quiet', css['search'])}>
        <IconSearch size={18} aria-hidden />
        <input
          {...asTyped}
          type="search"
          aria-label={searchLabel}
          placeholder={placeholder}
          value={search}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      </label>
      {beside}
      {count != null && (
        <span className={classNames('quiet', css['count'])}>
          <span role="status">{count}</span>
          {sum !== undefined && `, ${sum}`}
        </span>
      )}
      {children != null && (
        <div className={classNames('row wrap shrink gap-3', css['more'])}>{children}</div>
      )}
    </div>
  );
}
