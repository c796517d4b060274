import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { noPicture } from '#contract/users.ts';
import { useConnection } from '#web/lib/connection.ts';
import type { SignedInUser } from '#web/lib/current-user.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { PopupContext, type PopupName } from '#web/lib/popups.ts';
import { settings } from '#web/lib/settings.ts';
import { ConnectionPill } from '#web/ui/connection-pill.tsx';
import { Shell } from '#web/ui/shell.tsx';
import { headerLinks } from './header-links.tsx';
import { ConnectionStrip } from './connection-strip.tsx';
import { useLive } from './live.ts';
import { Popups } from './popups.tsx';
import { screenAt } from './screens.tsx';
import { SessionGuard } from './session-guard.tsx';
import { SideNav } from './side-nav.tsx';

export default function Layout() {
  return <SessionGuard>{(user) => <Frame user={user} />}</SessionGuard>;
}

function Frame({ user }: { user: SignedInUser }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { online } = useConnection();
  const [menuOpened, setMenuOpened] = useState(false);
  const [popup, setPopup] = useState<PopupName | null>(null);
  useLive(user);
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
        pill={<ConnectionPill state={online ? 'online' : 'offline'} />}
        strips={<ConnectionStrip />}
        profile={{
          name: `${user.firstName} ${user.lastName}`,
          detail: sentenceCase(user.role),
          picture: user.picture === noPicture ? undefined : user.picture,
          onChoose: () => void navigate('/profile'),
        }}
      >
        <Outlet />
      </Shell>
      <Popups opened={popup} onClose={() => setPopup(null)} />
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
