import type { ReactNode } from 'react';
import type { Theme } from '#web/device/theme.ts';
import { IconDeviceDesktop, IconMoon, IconSun } from '#web/ui/icons.ts';

interface ThemeChoice {
  value: Theme;
  label: string;
  icon: ReactNode;
}

const iconProps = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

export const themeChoices: readonly ThemeChoice[] = [
  { value: 'light', label: 'Light', icon: <IconSun {...iconProps} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon {...iconProps} /> },
  { value: 'auto', label: 'Same as the device', icon: <IconDeviceDesktop {...iconProps} /> },
];

export function themeOf(value: string): Theme | undefined {
  return themeChoices.find((choice) => choice.value === value)?.value;
}
