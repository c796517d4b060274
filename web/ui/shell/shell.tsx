import { IconMenu2 } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import { ShellActions, ShellFind, type ShellAction, type ShellSearch } from './shell-actions.tsx';
import { ShellMenu, ShellSide } from './shell-menu.tsx';
import { ShellProfileBlock, type ShellProfile } from './shell-profile.tsx';
import css from './shell.module.css';

export interface ShellProps {
  /** Whose product it is, at the left of the header. */
  title: string;
  /** A NavList. It is drawn fixed at the side from 75em, in the drawer below. */
  nav: ReactNode;
  menuOpened: boolean;
  onMenu: (opened: boolean) => void;
  /** Links of the header; at the foot of a phone. */
  actions: readonly ShellAction[];
  search?: ShellSearch | undefined;
  /** A ConnectionPill. */
  pill?: ReactNode;
  profile: ShellProfile;
  /** Strips between header and content. */
  strips?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen behind the sign-in. Scrolls as a page; the header stays. */
export function Shell(props: ShellProps) {
  const { title, nav, menuOpened, onMenu, actions, search, pill, profile, strips } = props;
  const main = useRef<HTMLElement>(null);
  return (
    <div className={css['page']}>
      <a
        href="#content"
        className={css['skip']}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <ShellSide>{nav}</ShellSide>
      <header className={classNames(css['header'], 'on-nav')}>
        <button
          type="button"
          className={classNames('tap', css['burger'])}
          aria-label="Open menu"
          aria-expanded={menuOpened}
          onClick={() => onMenu(true)}
        >
          <IconMenu2 size={22} aria-hidden />
        </button>
        <span className={css['title']}>{title}</span>
        <ShellActions actions={actions} search={search} />
        <div className={css['end']}>
          {search !== undefined && <ShellFind search={search} />}
          {pill}
          <ShellProfileBlock profile={profile} />
        </div>
      </header>
      <ShellMenu opened={menuOpened} onClose={() => onMenu(false)} profile={profile}>
        {nav}
      </ShellMenu>
      <div className={css['strips']}>{strips}</div>
      <main id="content" ref={main} tabIndex={-1} className={css['main']}>
        {props.children}
      </main>
    </div>
  );
}
