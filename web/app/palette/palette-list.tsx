import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { Entry, EntryGroup } from './entries.ts';
import css from './palette.module.css';

interface PaletteListProps {
  /** The id of the listbox, from which those of its entries are made. */
  id: string;
  groups: readonly EntryGroup[];
  /** The index of the current entry among all. */
  current: number;
  onChoose: (run: () => void) => void;
}

/** The entries in groups. The focus stays in the search field, which names the current one. */
export function PaletteList({ id, groups, current, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const counts = groups.map(({ entries }) => entries.length);
  const firstOf = (group: number) => counts.slice(0, group).reduce((sum, one) => sum + one, 0);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, groups.length]);

  if (groups.length === 0) return null;
  return (
    <div ref={list} id={id} role="listbox" aria-label="What was found" className={css['list']}>
      {groups.map(({ title, entries }, group) => (
        <div key={title} role="group" aria-label={title}>
          <p className={classNames('tiny quiet strong', css['group'])} aria-hidden>
            {title}
          </p>
          {entries.map((entry, place) => {
            const at = firstOf(group) + place;
            return (
              <Line
                key={entry.key}
                id={`${id}-${at}`}
                entry={entry}
                current={at === current}
                onChoose={() => onChoose(entry.run)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface LineProps {
  id: string;
  entry: Entry;
  current: boolean;
  onChoose: () => void;
}

function Line({ id, entry, current, onChoose }: LineProps) {
  const { label, shown, detail, mark, icon } = entry;
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={current}
      className={classNames('row gap-6', css['line'])}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="flex-none quiet" aria-hidden>
        {icon}
      </span>
      <span className={classNames('grow', css['words'])}>
        <span className="row wrap gap-4 tight strong anywhere">{shown ?? label}</span>
        {detail !== undefined && <span className="small block quiet anywhere">{detail}</span>}
      </span>
      {mark}
    </UnstyledButton>
  );
}
