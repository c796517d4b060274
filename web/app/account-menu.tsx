import { IconActivity, IconKeyboard, IconLogout, IconShieldCheck } from '@tabler/icons-react';
import { useDispatch, useMay } from '#web/api/store-hooks.ts';
import { chooseTheme, useTheme } from '#web/device/theme.ts';
import { logout } from '#web/features/auth/session.ts';
import { ShellOptions } from '#web/ui/shell/shell-options.tsx';
import type { ScreenPath } from './screens.tsx';
import { themeChoices, themeOf } from './theme-choices.tsx';

interface AccountMenuProps {
  userId: string;
  onHelp: () => void;
  goTo: (path: ScreenPath) => void;
}

/** The person's menu: theme, security, operations, keyboard shortcuts and logout. */
export function AccountMenu({ userId, onHelp, goTo }: AccountMenuProps) {
  const dispatch = useDispatch();
  const theme = useTheme();
  const seesOperations = useMay('see operations');
  return (
    <ShellOptions
      label="Account menu"
      choice={{
        label: 'Theme',
        value: theme,
        choices: themeChoices,
        onChoose: (value) => {
          const chosen = themeOf(value);
          if (chosen) chooseTheme(userId, chosen);
        },
      }}
      options={[
        {
          key: 'security',
          label: 'Security',
          icon: <IconShieldCheck size={18} stroke={1.8} aria-hidden />,
          onChoose: () => goTo('/security'),
        },
        ...(seesOperations
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
      ]}
    />
  );
}
