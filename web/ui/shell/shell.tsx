import { type ReactNode, useRef } from 'react';
import { IconMenu2 } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import { type ShellAction, ShellActions, ShellFind, type ShellSearch } from './shell-actions.tsx';
import { ShellMenu, ShellSide } from './shell-menu.tsx';
import { type ShellProfile, ShellProfileBlock } from './shell-profile.tsx';
import css from './shell.module.css';

export interface ShellProps {
  /** The name of the authority, at the left of the header. */
  title: string;
  /** A NavList: fixed at the side from 75em on, in the drawer below that. */
  nav: ReactNode;
  onHelp: () => void;
  menuOpened: boolean;
  onMenu: (opened: boolean) => void;
  actions: readonly ShellAction[];
  search: ShellSearch;
  /** A ConnectionPill. */
  pill: ReactNode;
  profile: ShellProfile;
  /** Between header and content. */
  banners: ReactNode;
  children: ReactNode;
}

/** The frame of every screen behind the sign-in. The page scrolls; the header stays. */
export function Shell(props: ShellProps) {
  const { title, nav, menuOpened, onMenu, actions, search, pill, profile, banners } = props;
  const main = useRef<HTMLElement>(null);
  return (
    <div className={css['page']}>
      <a
        href="#content"
        className={classNames('strong', css['skip'])}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <ShellSide>{nav}</ShellSide>
      <header className={classNames('row gap-5', css['header'], 'on-nav')}>
        <button
          type="button"
          className={classNames('tap-target', css['burger'])}
          aria-label="Open menu"
          aria-expanded={menuOpened}
          onClick={() => onMenu(true)}
        >
          <IconMenu2 size={22} aria-hidden />
        </button>
        <span className={css['title']}>{title}</span>
        <ShellActions actions={actions} search={search} />
        <div className={classNames('row gap-4', css['end'])}>
          <ShellFind search={search} />
          {pill}
          <button
            type="button"
            className="tap-target strong"
            aria-label="Help for this screen"
            onClick={props.onHelp}
          >
            ?
          </button>
          <ShellProfileBlock profile={profile} />
        </div>
      </header>
      <ShellMenu opened={menuOpened} onClose={() => onMenu(false)} profile={profile}>
        {nav}
      </ShellMenu>
      <div className={classNames('column gap-4', css['banners'])}>{banners}</div>
      <main id="content" ref={main} tabIndex={-1} className={css['main']}>
        {props.children}
      </main>
    </div>
  );
}
