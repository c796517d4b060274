import { Drawer } from '@mantine/core';
import { IconMenu2, IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { Brand } from './brand.tsx';
import { classNames } from './class-names.ts';
import { ShellActions, ShellFind, type ShellAction, type ShellSearch } from './shell-actions.tsx';
import css from './shell.module.css';

export interface ShellProfile {
  name: string;
  /** Under the name. */
  detail: string;
  picture?: string | undefined;
  onChoose?: (() => void) | undefined;
}

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
      <div className={css['side']}>
        <div className={css['sideBrand']}>
          <Brand />
        </div>
        {nav}
      </div>
      <header className={classNames(css['header'], 'on-nav')}>
        <button
          type="button"
          className={css['burger']}
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
          <Profile profile={profile} />
        </div>
      </header>
      <MenuDrawer opened={menuOpened} onClose={() => onMenu(false)} profile={profile}>
        {nav}
      </MenuDrawer>
      <div className={css['strips']}>{strips}</div>
      <main id="content" ref={main} tabIndex={-1} className={css['main']}>
        {props.children}
      </main>
    </div>
  );
}

function Profile({ profile }: { profile: ShellProfile }) {
  const { name, detail, picture, onChoose } = profile;
  const inside = (
    <>
      <Avatar name={name} picture={picture} />
      <span className={css['person']}>
        <b>{name}</b>
        <small>{detail}</small>
      </span>
    </>
  );
  return onChoose === undefined ? (
    <div className={css['who']}>{inside}</div>
  ) : (
    <button
      type="button"
      className={css['who']}
      aria-label={`${name}, ${detail}`}
      onClick={onChoose}
    >
      {inside}
    </button>
  );
}

interface MenuDrawerProps {
  opened: boolean;
  onClose: () => void;
  profile: ShellProfile;
  children: ReactNode;
}

function MenuDrawer({ opened, onClose, profile, children }: MenuDrawerProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={312}
      transitionProps={{ duration: 240 }}
      classNames={{ content: classNames(css['drawer'], 'on-dark') }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <div className={css['drawerHead']}>
          <Brand />
          <button type="button" className={css['burger']} aria-label="Close menu" onClick={onClose}>
            <IconX size={22} aria-hidden />
          </button>
        </div>
        <div className={css['drawerWho']}>
          <Avatar name={profile.name} picture={profile.picture} size="lg" onDark />
          <span>
            <b>{profile.name}</b>
            <small>{profile.detail}</small>
          </span>
        </div>
        {children}
      </Drawer.Content>
    </Drawer.Root>
  );
}
