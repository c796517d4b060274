import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../ui/theme/theme.ts';

/**
 * Writes Mantine's variables into their sheet, as MantineProvider would write them into the page, but for
 * the colours that Mantine brings and our theme doesn't name.
 */
export function themeVariables(): Plugin {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  for (const name of Object.keys(merged.colors))
    if (!(name in (theme.colors ?? {}))) Reflect.deleteProperty(merged.colors, name);
  const byMantine = defaultCssVariablesResolver(merged);
  const ours = cssVariables(merged);
  const all = {
    variables: { ...byMantine.variables, ...ours.variables },
    light: { ...byMantine.light, ...ours.light },
    dark: { ...byMantine.dark, ...ours.dark },
  };
  return {
    name: 'hanya-theme-variables',
    enforce: 'pre',
    transform: {
      filter: { id: /ui\/theme\/variables\.css$/ },
      handler: () => convertCssVariables(all, ':root'),
    },
  };
}
