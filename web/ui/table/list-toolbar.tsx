import { IconSearch } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import css from './list-toolbar.module.css';

export interface ListToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  /** The name of the search field. */
  searchLabel?: string | undefined;
  placeholder?: string | undefined;
  /** For a shortcut that brings the focus here. */
  searchRef?: Ref<HTMLInputElement> | undefined;
  /** Shown in the field as a key, such as "/"; the caller listens for it. */
  shortcut?: string | undefined;
  /** How many there are; a `<b>` in it stands out. Announced politely. */
  count?: ReactNode;
  /** What they come to, after the count. */
  sum?: string | undefined;
  /** A button beside the search. */
  beside?: ReactNode;
  /** A second line, such as filters. */
  children?: ReactNode;
}

/** The line over a list: search and count. */
export function ListToolbar(props: ListToolbarProps) {
  const { search, onSearch, searchLabel = 'Search', placeholder = 'Search', shortcut } = props;
  const { searchRef, count, sum, beside, children } = props;
  return (
    <div className={css['bar']}>
      <label className={css['search']}>
        <IconSearch size={18} aria-hidden />
        <input
          ref={searchRef}
          type="search"
          aria-label={searchLabel}
          aria-keyshortcuts={shortcut}
          placeholder={placeholder}
          value={search}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
        {shortcut !== undefined && <kbd aria-hidden>{shortcut}</kbd>}
      </label>
      {beside}
      {count != null && (
        <span className={css['count']}>
          <span role="status">{count}</span>
          {sum !== undefined && `, ${sum}`}
        </span>
      )}
      {children != null && <div className={css['more']}>{children}</div>}
    </div>
  );
}
