import { IconKeyboard, IconLogout, IconShieldCheck } from '@tabler/icons-react';
import { useDispatch } from '#web/api/store-hooks.ts';
import { chooseTheme, useTheme } from '#web/device/theme.ts';
import { logout } from '#web/features/auth/session.ts';
import { ShellOptions } from '#web/ui/shell/shell-options.tsx';
import { themeChoices, themeOf } from './theme-choices.tsx';

interface AccountMenuProps {
  userId: string;
  onHelp: () => void;
  onSecurity: () => void;
}

/** The person's menu: theme, security, keyboard shortcuts and logout. */
export function AccountMenu({ userId, onHelp, onSecurity }: AccountMenuProps) {
  const dispatch = useDispatch();
  const theme = useTheme();
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
          onChoose: onSecurity,
        },
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
