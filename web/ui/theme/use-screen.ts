import { useMediaQuery } from '@mantine/hooks';

/** The widths at which the layout changes; the style sheets write the same ones. */
const screens = {
  /** Cards instead of tables, dialogs as large as the screen. */
  phone: '(max-width: 47.99em)',
  /** A dialog can have two columns. */
  tablet: '(min-width: 64em)',
  /** The navigation is at the side. */
  desk: '(min-width: 75em)',
  /** Every column of a list fits. */
  roomy: '(min-width: 80em)',
  /** A map fits beside a list. */
  wide: '(min-width: 88em)',
  /** Used with fingers, whatever its width. */
  touch: '(pointer: coarse)',
} as const;

/** True while the screen is of this kind, known from the first render on. */
export function useScreen(kind: keyof typeof screens): boolean {
  return useMediaQuery(screens[kind], false, { getInitialValueInEffect: false });
}
