import { Link, useLocation } from 'react-router';
import type { Role } from '#contract/roles.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { logout } from '#web/features/auth/session.ts';
import { IconLogout } from '#web/ui/icons.ts';
import { type NavItem, NavList } from '#web/ui/shell/nav-list.tsx';
import { litAt, mayOpen, screens } from './screens.tsx';

const groups = [1, 2, 3, 4, 5];
const footGroup = 6;

interface SideNavProps {
  role: Role;
  /** Called when any entry is chosen, to close the menu. */
  onChoose: () => void;
}

export function SideNav({ role, onChoose }: SideNavProps) {
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
