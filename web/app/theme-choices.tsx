import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Theme } from '#web/device/theme.ts';

interface ThemeChoice {
  value: Theme;
  label: string;
  icon: ReactNode;
}

const look = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

/** The themes as they are offered. */
export const themeChoices: readonly ThemeChoice[] = [
  { value: 'light', label: 'Light', icon: <IconSun {...look} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon {...look} /> },
  { value: 'auto', label: 'As the device says', icon: <IconDeviceDesktop {...look} /> },
];

/** The theme of that name, if it is one. */
export function themeOf(value: string): Theme | undefined {
  return themeChoices.find((choice) => choice.value === value)?.value;
}
