import type { ReactNode } from 'react';
import { IconPlus, IconSearch } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import css from './shell-actions.module.css';

export interface ShellAction {
  key: string;
  label: string;
  /** Shown at the foot of a phone; in the header each action has a plus. */
  icon: ReactNode;
  primary?: boolean | undefined;
  /** header: on a phone it stands in the menu. foot: it is there on a phone alone. Else it is in both. */
  only?: 'header' | 'foot' | undefined;
  onChoose: () => void;
}

export interface ShellSearch {
  label: string;
  /** Shown as a key, such as "Ctrl K"; the caller listens for it. */
  shortcut: string;
  onOpen: () => void;
}

interface ShellActionsProps {
  actions: readonly ShellAction[];
  search: ShellSearch;
}

/** The actions of the header. On a phone they are at the foot of the screen, with the search. */
export function ShellActions({ actions, search }: ShellActionsProps) {
  return (
    <nav className={css['actions']} aria-label="New record">
      {actions.map(({ key, label, icon, primary, only, onChoose }) => (
        <button
          key={key}
          type="button"
          className={classNames(
            'row center gap-1 strong nowrap',
            css['action'],
            primary && css['primary'],
            only === 'foot' && css['phoneOnly'],
            only === 'header' && css['notOnPhone'],
          )}
          onClick={onChoose}
        >
          <span aria-hidden>{primary ? <IconPlus size={20} stroke={2.4} /> : icon}</span>
          <IconPlus className={css['plus']} size={16} stroke={2.2} aria-hidden />
          {label}
        </button>
      ))}
      <button
        type="button"
        className={classNames('row center gap-1 strong nowrap', css['action'], css['phoneOnly'])}
        onClick={search.onOpen}
      >
        <span aria-hidden>
          <IconSearch size={20} />
        </span>
        Search
      </button>
    </nav>
  );
}

/** The search of the header: a field on wide screens, an icon on a tablet. */
export function ShellFind({ search }: { search: ShellSearch }) {
  return (
    <div className={css['find']}>
      <button
        type="button"
        className={classNames('tap-target', css['findIcon'])}
        aria-label="Search"
        onClick={search.onOpen}
      >
        <IconSearch size={22} aria-hidden />
      </button>
      <button
        type="button"
        className={classNames('row gap-4 quiet', css['findField'])}
        onClick={search.onOpen}
      >
        <IconSearch size={18} aria-hidden />
        <span className="grow truncate">{search.label}</span>
        <kbd aria-hidden>{search.shortcut}</kbd>
      </button>
    </div>
  );
}
