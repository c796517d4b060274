import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const blue: MantineColorsTuple = [
  '#F2F9FD',
  '#E1F1FB',
  '#C1E3F8',
  '#97CFF2',
  '#6AB6E6',
  '#4199D1',
  '#1D7AB0',
  '#005B8C',
  '#02446B',
  '#042D48',
];
const green: MantineColorsTuple = [
  '#F0FBF6',
  '#DCF6EA',
  '#BAECD4',
  '#8BDDB7',
  '#5DC798',
  '#37AB7A',
  '#0E8559',
  '#006A47',
  '#005035',
  '#003523',
];
const red: MantineColorsTuple = [
  '#FEF5F4',
  '#FDE7E6',
  '#FCCECB',
  '#F9A9A5',
  '#F47E79',
  '#E8514E',
  '#D42A2C',
  '#B3161C',
  '#881415',
  '#59100E',
];
const yellow: MantineColorsTuple = [
  '#FEFAEB',
  '#FEF3CF',
  '#FDE6A5',
  '#FBD26B',
  '#F7B500',
  '#CD8D00',
  '#A16800',
  '#81520A',
  '#643E0D',
  '#452A0A',
];
const gray: MantineColorsTuple = [
  '#F7F6F3',
  '#F1F0EC',
  '#E5E4E0',
  '#D4D4CF',
  '#B8BAB6',
  '#878D8E',
  '#646A6D',
  '#485054',
  '#2F373C',
  '#192227',
];
const dark: MantineColorsTuple = [
  '#E6EAED',
  '#C8CFD3',
  '#A6AEB3',
  '#767F85',
  '#434D54',
  '#2B363D',
  '#1E272E',
  '#151E23',
  '#0C1419',
  '#060C10',
];

const font = 'Overpass, system-ui, sans-serif';

/** In every colour, shades 0-2 are backgrounds, 5 borders, 6 is a ground for white, 7 text on white. */
export const theme = createTheme({
  colors: { blue, green, teal: green, red, yellow, gray, dark },
  primaryColor: 'blue',
  primaryShade: { light: 7, dark: 6 },
  white: '#FFFFFF',
  black: '#192227',
  autoContrast: false,
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  fontFamily: font,
  fontFamilyMonospace: '"Overpass Mono", ui-monospace, monospace',
  fontSmoothing: true,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.333', sm: '1.385', md: '1.429', lg: '1.375', xl: '1.333' },
  fontWeights: { regular: '400', medium: '600', bold: '700' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px', '2xl': '32px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '14px' },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  shadows: {
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-3)',
  },
  components: {
    Popover: {
      defaultProps: { transitionProps: { duration: 180 } },
      classNames: { dropdown: 'popover' },
    },
    // Mantine's placeholder would be one more child of a menu, which may only have items.
    Menu: {
      defaultProps: { transitionProps: { duration: 180 }, withInitialFocusPlaceholder: false },
      classNames: { dropdown: 'popover menu', item: 'menu-item' },
    },
    Select: {
      defaultProps: {
        withCheckIcon: false,
        allowDeselect: false,
        maxDropdownHeight: 320,
      },
      classNames: {
        input: 'select-input',
        section: 'select-section',
        dropdown: 'select-list',
        option: 'select-option',
      },
    },
    Modal: { classNames: { content: 'dialog' } },
    Overlay: { defaultProps: { color: 'var(--scrim)', backgroundOpacity: 1 } },
  },
});

/** Sets Mantine's variables to the semantic ones of tokens.css, which know both themes. */
export const cssVariables: CSSVariablesResolver = () => {
  const semantic = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-2)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-error': 'var(--bad-ink)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-2)',
    '--mantine-color-disabled': 'var(--off)',
    '--mantine-color-disabled-color': 'var(--ink-2)',
    '--mantine-color-disabled-border': 'var(--field)',
  };
  return { variables: {}, light: semantic, dark: semantic };
};
