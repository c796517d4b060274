import { may, type Role } from '#contract/roles.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';
import { chooseTheme, type Theme } from '#web/device/theme.ts';
import { logout } from '#web/features/auth/session.ts';
import { IconKeyboard, IconLogout, IconShieldCheck, IconUserCircle } from '#web/ui/icons.ts';
import type { ShellMenu } from '#web/ui/shell/shell-options.tsx';
import type { ScreenPath } from './screens.tsx';
import { themeChoices, themeOf } from './theme-choices.tsx';

export interface AccountActions {
  user: { id: string; role: Role };
  theme: Theme;
  dispatch: Dispatch;
  onHelp: () => void;
  goTo: (path: ScreenPath) => void;
}

/** The account menu: theme, own settings, keys and logout. */
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
      {
        key: 'profile',
        label: 'Account settings',
        icon: <IconUserCircle size={18} stroke={1.8} aria-hidden />,
        onChoose: () => goTo('/profile'),
      },
      ...(may(user.role, 'end own session')
        ? [
            {
              key: 'security',
              label: 'Security',
              icon: <IconShieldCheck size={18} stroke={1.8} aria-hidden />,
              onChoose: () => goTo('/security'),
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
