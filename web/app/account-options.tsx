import { may, type Role } from '#contract/roles.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';
import { chooseTheme, type Theme } from '#web/device/theme.ts';
import { logout } from '#web/features/auth/session.ts';
import {
  IconActivity,
  IconCalendarUser,
  IconBuildingCommunity,
  IconClock,
  IconCloudUp,
  IconKeyboard,
  IconLogout,
  IconScale,
  IconShieldCheck,
  IconTicket,
} from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { ShellMenu } from '#web/ui/shell/shell-options.tsx';
import { opens, type ScreenPath } from './screens.tsx';
import { themeChoices, themeOf } from './theme-choices.tsx';

export interface AccountActions {
  user: { id: string; role: Role };
  theme: Theme;
  dispatch: Dispatch;
  onHelp: () => void;
  goTo: (path: ScreenPath) => void;
}

/**
 * The entries of the account menu: theme, outbox, day, tickets and what follows, security, organisation,
 * operations, keys and logout.
 */
export function accountOptions({ user, theme, dispatch, onHelp, goTo }: AccountActions): ShellMenu {
  return {
    choice: {
      label: 'Theme',
      value: theme,
      choices: themeChoices,
      onChoose: (value) => {
        const chosen = themeOf(value);
        if (chosen) void chooseTheme(user.id, chosen);
      },
    },
    options: [
      ...(may(user.role, 'record a collision')
        ? [
            {
              key: 'outbox',
              label: 'Outbox',
              icon: <IconCloudUp size={18} stroke={1.8} aria-hidden />,
              onChoose: () => goTo('/outbox'),
            },
          ]
        : []),
      ...(opens(user.role, '/my-day')
        ? [
            {
              key: 'day',
              label: 'My Day',
              icon: <IconCalendarUser size={18} stroke={1.8} aria-hidden />,
              onChoose: () => goTo('/my-day'),
            },
          ]
        : []),
      ...(opens(user.role, '/check-ticket')
        ? [
            {
              key: 'check',
              label: 'Check a Ticket',
              icon: <IconTicket size={18} stroke={1.8} aria-hidden />,
              onChoose: () => goTo('/check-ticket'),
            },
          ]
        : []),
      ...(may(user.role, 'confirm exceptions')
        ? [
            {
              key: 'waiting',
              label: 'Waits for You',
              icon: <IconClock size={18} stroke={1.8} aria-hidden />,
              end: <WaitingCount />,
              onChoose: () => goTo('/waiting'),
            },
          ]
        : []),
      ...(opens(user.role, '/after')
        ? [
            {
              key: 'after',
              label: 'After the Ticket',
              icon: <IconScale size={18} stroke={1.8} aria-hidden />,
              onChoose: () => goTo('/after'),
            },
          ]
        : []),
      {
        key: 'security',
        label: 'Security',
        icon: <IconShieldCheck size={18} stroke={1.8} aria-hidden />,
        onChoose: () => goTo('/security'),
      },
      ...(may(user.role, 'set up the organisation')
        ? [
            {
              key: 'organisation',
              label: 'Organisation',
              icon: <IconBuildingCommunity size={18} stroke={1.8} aria-hidden />,
              onChoose: () => goTo('/organisation'),
            },
          ]
        : []),
      ...(may(user.role, 'see operations')
        ? [
            {
              key: 'operations',
              label: 'Operations',
              icon: <IconActivity size={18} stroke={1.8} aria-hidden />,
              onChoose: () => goTo('/operations'),
            },
          ]
        : []),
      {
        key: 'keys',
        label: 'Keyboard',
        icon: <IconKeyboard size={18} stroke={1.8} aria-hidden />,
        shortcut: '?',
        onChoose: onHelp,
      },
      {
        key: 'logout',
        label: 'Logout',
        icon: <IconLogout size={18} stroke={1.8} aria-hidden />,
        onChoose: () => logout(dispatch),
      },
    ],
  };
}

const counted = lazyPart(() => import('#web/features/waiting/waiting-count.tsx'));

function WaitingCount() {
  const there = counted.use(true);
  return there && <there.WaitingCount />;
}
