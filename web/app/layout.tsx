import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { noPicture } from '#contract/users.ts';
import { logout } from '#web/features/auth/session.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { usePageTitle } from '#web/device/page-title.ts';
import { PopupContext, type PopupName } from '#web/api/popups.ts';
import { settings } from '#web/device/settings.ts';
import { useOwnShortcuts } from '#web/device/shortcuts.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { chooseTheme, useOwnTheme } from '#web/device/theme.ts';
import { Shell } from '#web/ui/shell/shell.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionState } from './connection-state.tsx';
import { headerLinks } from './header-links.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { HelpDialog } from './keys/help-dialog.tsx';
import { useFocusBack } from './keys/use-focus-back.ts';
import { useKeys } from './keys/use-keys.ts';
import { loadPalette, usePalette } from './palette/use-palette.ts';
import { useLive } from './live.ts';
import { Popups } from './popups.tsx';
import { screenAt } from './screens.tsx';
import { SessionGuard } from './session-guard.tsx';
import { SideNav } from './side-nav.tsx';

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

export default function Layout() {
  return <SessionGuard>{(user) => <Frame user={user} />}</SessionGuard>;
}

function Frame({ user }: { user: SignedInUser }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const dispatch = useDispatch();
  const [menuOpened, setMenuOpened] = useState(false);
  const [popup, setPopup] = useState<PopupName | null>(null);
  const [help, setHelp] = useState(false);
  const palette = usePalette();
  const onHelp = () => {
    setMenuOpened(false);
    setHelp(true);
  };
  useLive(user);
  useOwnTheme(user.id);
  useOwnShortcuts(user.id);
  useKeys({
    covered: popup !== null || help || palette.opened,
    onPalette: palette.opened ? palette.close : palette.open,
    onNewBooking: () => setPopup('booking'),
    onHelp,
  });
  useFocusBack();
  usePageTitle(screenAt(pathname)?.title ?? 'Not found');
  useTopOfPage(pathname);

  return (
    <PopupContext value={setPopup}>
      <Shell
        title={settings().authorityName}
        nav={<SideNav role={user.role} onChoose={() => setMenuOpened(false)} />}
        menuOpened={menuOpened}
        onMenu={setMenuOpened}
        actions={headerLinks(user.role, setPopup)}
        search={{ label: 'Find plate, name, reference', shortcut: 'Ctrl K', onOpen: palette.open }}
        pill={<ConnectionState />}
        strips={<ConnectionStrip />}
        profile={{
          name: `${user.firstName} ${user.lastName}`,
          detail: sentenceCase(user.role),
          picture: user.picture === noPicture ? undefined : user.picture,
          onChoose: () => void navigate('/profile'),
          menu: <AccountMenu userId={user.id} onHelp={onHelp} />,
        }}
      >
        <Outlet />
      </Shell>
      <Popups opened={popup} onClose={() => setPopup(null)} />
      <HelpDialog userId={user.id} opened={help} onClose={() => setHelp(false)} />
      {palette.wanted && (
        <Suspense fallback={null}>
          <Palette
            user={user}
            opened={palette.opened}
            onClose={palette.close}
            goTo={(address) => void navigate(address)}
            openPopup={setPopup}
            onTheme={(theme) => chooseTheme(user.id, theme)}
            onHelp={onHelp}
            onLogout={() => logout(dispatch)}
          />
        </Suspense>
      )}
    </PopupContext>
  );
}

/** Scrolls up on every change of path, and lets a screen reader go on from the new page. */
function useTopOfPage(path: string): void {
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
