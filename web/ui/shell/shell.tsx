import { type ReactNode, useRef } from 'react';
import { IconMenu2, IconX } from '#web/ui/icons.ts';
import { Avatar } from '../controls/avatar.tsx';
import { useOverlays } from '../overlay/lazy-overlays.ts';
import { useBack } from '../overlay/use-back.ts';
import { classNames } from '../theme/class-names.ts';
import { Brand } from './brand.tsx';
import { type ShellAction, ShellActions, ShellFind, type ShellSearch } from './shell-actions.tsx';
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
  /** The screens beside this one, below the header. */
  tabs: ReactNode;
  /** Between the tabs and the content. */
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
        {actions.map(
          ({ key, label, icon, only, onChoose }) =>
            only === 'header' && (
              <button
                key={key}
                type="button"
                className={classNames('row gap-5 strong', css['drawerAction'])}
                onClick={() => {
                  onMenu(false);
                  onChoose();
                }}
              >
                <span aria-hidden>{icon}</span>
                {label}
              </button>
            ),
        )}
        {nav}
      </ShellMenu>
      {props.tabs}
      <div className={classNames('column gap-4', css['banners'])}>{banners}</div>
      <main id="content" ref={main} tabIndex={-1} className={css['main']}>
        {props.children}
      </main>
    </div>
  );
}

/** The navigation from 75em on: fixed at the side. */
function ShellSide({ children }: { children: ReactNode }) {
  return (
    <aside className={classNames('column', css['side'])} aria-label="Navigation">
      <div className={classNames('row flex-none', css['sideBrand'])}>
        <Brand />
      </div>
      {children}
    </aside>
  );
}

interface ShellMenuProps {
  opened: boolean;
  onClose: () => void;
  profile: ShellProfile;
  children: ReactNode;
}

/** The navigation below 75em: a drawer that holds the focus and closes with Escape. */
function ShellMenu({ opened, onClose, profile, children }: ShellMenuProps) {
  const { overlays, shown } = useOverlays(opened);
  useBack(opened, onClose);
  if (!overlays) return null;
  return (
    <overlays.Drawer.Root
      opened={shown}
      onClose={onClose}
      size={312}
      transitionProps={{ duration: 240 }}
      classNames={{ content: classNames('column', css['drawer'], 'on-dark') }}
    >
      <overlays.Drawer.Overlay />
      <overlays.Drawer.Content aria-label="Menu">
        <div className={classNames('row between flex-none', css['drawerHead'])}>
          <Brand />
          <button type="button" className="tap-target" aria-label="Close menu" onClick={onClose}>
            <IconX size={22} aria-hidden />
          </button>
        </div>
        <div className={classNames('row gap-6', css['drawerWho'])}>
          <Avatar name={profile.name} picture={profile.picture} size="lg" onDark />
          <span className="grow anywhere">
            <b>{profile.name}</b>
            <small>{profile.detail}</small>
          </span>
        </div>
        {children}
      </overlays.Drawer.Content>
    </overlays.Drawer.Root>
  );
}

interface ShellProfile {
  name: string;
  /** Under the name. */
  detail: string;
  picture?: string | undefined;
  /** The button of the person's menu, around what it shows. */
  menu: (shown: ReactNode) => ReactNode;
}

/** Picture, name and detail in the header, which open the person's menu; the words are visible from 64em on. */
function ShellProfileBlock({
  profile: { name, detail, picture, menu },
}: {
  profile: ShellProfile;
}) {
  return menu(
    <>
      <Avatar name={name} picture={picture} />
      <span className={css['person']}>
        <b>{name}</b>
        <small>{detail}</small>
      </span>
    </>,
  );
}
