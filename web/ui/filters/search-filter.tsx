import { type KeyboardEvent, useId, useState } from 'react';
import { IconCheck, IconSearch } from '#web/ui/icons.ts';
import { Button } from '../controls/button.tsx';
import { LoadingNote } from '../feedback/loading-bar.tsx';
import { Notice } from '../feedback/notice.tsx';
import { asTyped } from '../fields/as-typed.ts';
import { classNames } from '../theme/class-names.ts';
import type { ChoiceFilterProps } from './choice-filter.tsx';
import css from './filters.module.css';

export interface SearchFilterProps extends Omit<ChoiceFilterProps, 'choices'> {
  /** The choices that match, best first. */
  find: (query: string) => readonly { value: string; label: string; detail?: string }[];
  /** Told what is typed, where the choices come from a search elsewhere. */
  onQuery?: ((query: string) => void) | undefined;
  /** Shown while the choices are loading. */
  loading?: string | undefined;
  /** The reason why there are no choices. */
  problem?: string | null | undefined;
  onRetry?: (() => void) | undefined;
}

/** Many choices below a search field: arrow keys move, Enter chooses the current one. */
export function SearchFilter(props: SearchFilterProps) {
  const { label, find, value, onChoose, onQuery, loading, problem, onRetry } = props;
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const list = useId();
  const optionId = (at: number) => `${list}-${at}`;
  const isThere = loading === undefined && problem == null;
  const found = isThere ? find(query.trim()) : [];

  function move(to: number): void {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setCurrent(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const chosen = found[current];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(current + 1);
    else if (event.key === 'ArrowUp') move(current - 1);
    else if (event.key === 'Enter' && chosen) onChoose(chosen.value);
    else return;
    event.preventDefault();
  }

  return (
    <div className="column gap-4">
      <div className={classNames('input-box gap-4 quiet', css['find'])}>
        <IconSearch size={16} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label={`Find ${label.toLowerCase()}`}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={found[current] ? optionId(current) : undefined}
          placeholder={`Find ${label.toLowerCase()}`}
          autoComplete="off"
          {...asTyped}
          data-autofocus
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            onQuery?.(event.currentTarget.value.trim());
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {loading !== undefined && <LoadingNote>{loading}</LoadingNote>}
      {problem != null && (
        <Notice kind="bad">
          <p>{problem}</p>
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </Notice>
      )}
      <ul id={list} className={css['found']} role="listbox" aria-label={label}>
        {found.map((choice, at) => (
          // The search field handles the keys of the list.
          <li
            key={choice.value}
            id={optionId(at)}
            role="option"
            className={classNames('row between gap-4', css['choice'])}
            aria-selected={choice.value === value}
            data-current={at === current || undefined}
            onClick={() => onChoose(choice.value)}
          >
            <span>
              {choice.label}
              {choice.detail !== undefined && <small>{choice.detail}</small>}
            </span>
            {choice.value === value && <IconCheck size={16} stroke={2.2} aria-hidden />}
          </li>
        ))}
      </ul>
      {isThere && found.length === 0 && <p className="quiet">Nothing matches “{query.trim()}”.</p>}
    </div>
  );
}
