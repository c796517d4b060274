import { type PropsWithChildren, startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SignedInUser } from '#web/api/current-user.ts';
import { PopupContext, type PopupName } from '#web/api/popups.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { usePageTitle } from '#web/device/page-title.ts';
import { settings } from '#web/device/settings.ts';
import { useOwnShortcuts } from '#web/device/shortcuts.ts';
import { chooseTheme, useOwnTheme } from '#web/device/theme.ts';
import { logout } from '#web/features/auth/session.ts';
import { fullName, pictureAddress } from '#web/features/users/user-words.ts';
import { capitalised } from '#web/format/words.ts';
import { openingState } from '#web/lists/use-address.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Shell } from '#web/ui/shell/shell.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { AccountMenu } from '../account-menu.tsx';
import { askedForm, forgetAskedForm } from '../asked-form.ts';
import { ClosedBanner } from '../closed-banner.tsx';
import { ConnectionBanner, ConnectionState } from '../connection-banner.tsx';
import { headerLinks } from '../header-links.tsx';
import { useFocusRowAfterClose } from '../keys/use-focus-row-after-close.ts';
import { useKeys } from '../keys/use-keys.ts';
import { LinksUp } from '../links-up.tsx';
import { usePalette } from '../palette/use-palette.ts';
import { PopupHost } from '../popup-host.tsx';
import { Proof } from '../proof.tsx';
import { screenAt } from '../screens.tsx';
import { SessionGuard } from '../session-guard.tsx';
import { SideNav } from '../side-nav.tsx';
import { useLive } from '../use-live.ts';

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
  const LazyBanners = banners.use('soon')?.LazyBanners;
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
        search={{ label: 'Find plate, name, reference', shortcut: 'Ctrl K', onOpen: palette.open }}
        pill={<ConnectionState />}
        banners={
          <>
            <ConnectionBanner />
            <ClosedBanner role={user.role} />
            {LazyBanners && user.role !== 'guest' && <LazyBanners user={user} />}
          </>
        }
        profile={{
          name: fullName(user),
          detail: capitalised(user.role),
          picture: pictureAddress(user.picture),
          onChoose: () => void navigate('/profile'),
          menu: <AccountMenu user={user} onHelp={onHelp} goTo={(path) => void navigate(path)} />,
        }}
      >
        {behind && (
          <>
            <LinksUp path={pathname} />
            {children}
          </>
        )}
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
