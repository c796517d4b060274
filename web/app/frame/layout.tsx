import {
  type PropsWithChildren,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { may, type Role } from '#contract/roles.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { PopupContext, type PopupName } from '#web/api/popups.ts';
import { watchNetwork } from '#web/api/server-check.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { usePageTitle } from '#web/device/page-title.ts';
import { settings } from '#web/device/settings.ts';
import { useOwnShortcuts } from '#web/device/shortcuts.ts';
import { chooseTheme, useOwnTheme, useTheme } from '#web/device/theme.ts';
import { logout } from '#web/features/auth/session.ts';
import { bookingHeard } from '#web/features/bookings/slice.ts';
import { readUser } from '#web/features/users/slice.ts';
import { fullName, pictureAddress } from '#web/features/users/user-words.ts';
import { capitalised } from '#web/format/words.ts';
import { openingState } from '#web/lists/use-address.ts';
import { useLiveNews } from '#web/live/events.ts';
import { keepLive } from '#web/live/tabs.ts';
import {
  IconCarCrash,
  IconLogout,
  IconShield,
  IconShieldCheck,
  IconTicket,
} from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { type NavItem, NavList } from '#web/ui/shell/nav-list.tsx';
import type { ShellAction } from '#web/ui/shell/shell-actions.tsx';
import { ShellOptions } from '#web/ui/shell/shell-options.tsx';
import { Shell } from '#web/ui/shell/shell.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import type { AccountActions } from '../account-options.tsx';
import { askedForm, forgetAskedForm } from '../asked-form.ts';
import { ClosedBanner } from '../closed-banner.tsx';
import { ConnectionBanner, ConnectionState } from '../connection-banner.tsx';
import { useFocusRowAfterClose } from '../keys/use-focus-row-after-close.ts';
import { useKeys } from '../keys/use-keys.ts';
import { usePalette } from '../palette/use-palette.ts';
import { PopupHost } from '../popup-host.tsx';
import { Proof } from '../proof.tsx';
import { litAt, mayOpen, screenAt, screens } from '../screens.tsx';
import { SessionGuard } from '../session-guard.tsx';
import { Tabs } from './tabs.tsx';

// Commands and screens are found without a network too.
const commands = lazyPart(() => import('../palette/palette.tsx'));
const help = lazyPart(() => import('../keys/help-dialog.tsx'));
const banners = lazyPart(() => import('../lazy-banners.tsx'));

export default function Layout({ children }: PropsWithChildren) {
  return <SessionGuard>{(user) => <Frame user={user}>{children}</Frame>}</SessionGuard>;
}

function Frame({ user, children }: PropsWithChildren<{ user: SignedInUser }>) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const dispatch = useDispatch();
  const [menuOpened, setMenuOpened] = useState(false);
  const [popup, setPopup] = useState<PopupName | null>(askedForm);
  // A person who starts with a form doesn't wait for the list behind it.
  const [behind, setBehind] = useState(popup === null);
  const covered = useScreen('phone');
  const [helpOpened, setHelpOpened] = useState(false);
  const palette = usePalette();
  const Palette = commands.use(palette.opened)?.Palette;
  const Help = help.use(helpOpened)?.HelpDialog;
  const onHelp = () => {
    setMenuOpened(false);
    setHelpOpened(true);
  };
  useLive(user);
  useOwnTheme(user.id);
  useOwnShortcuts(user.id);
  useKeys({
    covered: popup !== null || helpOpened || palette.opened,
    onPalette: palette.opened ? palette.close : palette.open,
    onNewBooking: () => setPopup('booking'),
    onHelp,
  });
  useEffect(forgetAskedForm, []);
  useFocusRowAfterClose();
  usePageTitle(screenAt(pathname)?.title ?? 'Not found');

  return (
    <PopupContext value={setPopup}>
      <Shell
        title={settings().authorityName}
        nav={<SideNav role={user.role} onChoose={() => setMenuOpened(false)} />}
        onHelp={onHelp}
        menuOpened={menuOpened}
        onMenu={setMenuOpened}
        actions={headerLinks(user.role, setPopup)}
        search={{
          label: 'Find plate, name, reference',
          shortcut: 'Ctrl K',
          onOpen: palette.open,
        }}
        pill={<ConnectionState />}
        tabs={<Tabs user={user} path={pathname} />}
        banners={
          <>
            <ConnectionBanner />
            <ClosedBanner role={user.role} />
            {user.role !== 'guest' && <LateBanners user={user} />}
          </>
        }
        profile={{
          name: fullName(user),
          detail: capitalised(user.role),
          picture: pictureAddress(user.picture),
          menu: (shown) => (
            <AccountMenu user={user} onHelp={onHelp} goTo={(path) => void navigate(path)}>
              {shown}
            </AccountMenu>
          ),
        }}
      >
        {behind && children}
      </Shell>
      <Proof />
      <PopupHost
        opened={popup}
        onClose={() => {
          setPopup(null);
          setBehind(true);
        }}
        onShown={() => {
          if (!covered) setTimeout(() => startTransition(() => setBehind(true)), 500);
        }}
      />
      {Help && <Help userId={user.id} opened={helpOpened} onClose={() => setHelpOpened(false)} />}
      {Palette && palette.used && (
        <Palette
          user={user}
          opened={palette.opened}
          onClose={palette.close}
          goTo={(address) => void navigate(address, { state: openingState })}
          openPopup={setPopup}
          onTheme={(theme) => void chooseTheme(user.id, theme)}
          onHelp={onHelp}
          onLogout={() => logout(dispatch)}
        />
      )}
    </PopupContext>
  );
}

/** Comes by itself, so that the frame and an open form aren't drawn anew for it. */
function LateBanners({ user }: { user: SignedInUser }) {
  const LazyBanners = banners.use('soon')?.LazyBanners;
  return LazyBanners && <LazyBanners user={user} />;
}

const options = lazyPart(() => import('../account-options.tsx'));

/** The button of the person's menu. */
function AccountMenu({
  children,
  ...actions
}: PropsWithChildren<Omit<AccountActions, 'theme' | 'dispatch'>>) {
  const dispatch = useDispatch();
  const theme = useTheme();
  return (
    <ShellOptions
      label="Account menu"
      useMenu={(wanted) => options.use(wanted)?.accountOptions({ ...actions, theme, dispatch })}
    >
      {children}
    </ShellOptions>
  );
}

/** The links of the header that a role sees; each opens its popup. */
function headerLinks(role: Role, open: (popup: PopupName) => void): ShellAction[] {
  const booking: ShellAction = {
    key: 'booking',
    label: 'Booking',
    icon: <IconTicket />,
    primary: may(role, 'book'),
    onChoose: () => open('booking'),
  };
  const insurance: ShellAction = {
    key: 'insurance',
    label: 'Insurance',
    icon: <IconShield />,
    only: 'header',
    onChoose: () => open('insurance'),
  };
  const collision: ShellAction = {
    key: 'collision',
    label: 'Collision',
    icon: <IconCarCrash />,
    onChoose: () => open('collision'),
  };
  const check: ShellAction = {
    key: 'check',
    label: 'Check ticket',
    icon: <IconShieldCheck />,
    only: 'foot',
    onChoose: () => open('check ticket'),
  };
  return [
    booking,
    ...(may(role, 'see insurance') ? [insurance] : []),
    collision,
    ...(may(role, 'check a ticket') ? [check] : []),
  ];
}

const groups = [1, 2, 3, 4, 5];
const footGroup = 6;

interface SideNavProps {
  role: Role;
  /** Called when any entry is chosen, to close the menu. */
  onChoose: () => void;
}

function SideNav({ role, onChoose }: SideNavProps) {
  const dispatch = useDispatch();
  const { pathname } = useLocation();

  const lit = litAt(pathname);
  const currentOf = (path: string): NavItem['current'] => {
    if (path !== lit) return undefined;
    return path === pathname ? 'page' : 'part';
  };
  const itemsOf = (group: number): NavItem[] =>
    screens.flatMap((screen) =>
      screen.nav?.group === group && mayOpen(role, screen)
        ? [{ ...screen.nav, key: screen.path, current: currentOf(screen.path) }]
        : [],
    );
  const leave: NavItem = {
    key: 'logout',
    label: 'Logout',
    icon: <IconLogout />,
    onChoose: () => {
      onChoose();
      logout(dispatch);
    },
  };

  return (
    <NavList
      groups={groups.map(itemsOf)}
      footGroup={[...itemsOf(footGroup), leave]}
      renderLink={(item, link) => <Link {...link} to={item.key} onClick={onChoose} />}
    />
  );
}

/** Follows the live stream of the signed-in person, and updates the store with it. */
function useLive({ id, role }: SignedInUser): void {
  const dispatch = useDispatch();

  // The session is over, or its role or scope has changed: reading the user tells which.
  const onEnded = useEffectEvent(() => {
    if (role !== 'guest') readUser(dispatch, { id, own: true }).catch(() => undefined);
  });

  useEffect(() => watchNetwork(), []);
  // Before the effects of the screens, which read when they are shown.
  useLayoutEffect(() => keepLive({ userId: id, onEnded: () => onEnded() }), [id]);

  useLiveNews((news) => {
    if (news.type === 'booking') dispatch(bookingHeard(news.booking));
  });
}
