import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { LAYERS } from './layers.ts';
import { GROUNDS, PALETTES, TEXTS } from './tokens.ts';

const FONT = 'var(--font)';

function shades(palette: string): MantineColorsTuple {
  const [s0 = '', s1 = '', s2 = '', s3 = '', s4 = '', s5 = '', s6 = '', s7 = '', s8 = '', s9 = ''] =
    palette.split(' ');
  return [s0, s1, s2, s3, s4, s5, s6, s7, s8, s9];
}

const DIALOG = {
  zIndex: LAYERS.dialog,
  radius: 'lg',
  padding: 'lg',
  transitionProps: { duration: 180, transition: 'fade' },
} as const;
const DRAWER = { zIndex: LAYERS.dialog, transitionProps: { duration: 240 } } as const;

export const mantineTheme = createTheme({
  colors: {
    navy: shades(PALETTES.navy),
    orange: shades(PALETTES.orange),
    red: shades(PALETTES.red),
    blue: shades(PALETTES.blue),
    green: shades(PALETTES.green),
    yellow: shades(PALETTES.yellow),
    dark: shades(PALETTES.dark),
  },
  primaryColor: 'navy',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.2,
  black: TEXTS.text[0],
  white: GROUNDS.surface[0],
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: FONT,
  headings: { fontFamily: FONT },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.34', sm: '1.39', md: '1.43', lg: '1.5', xl: '1.45' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '10px', xl: '999px' },
  components: {
    Modal: { defaultProps: DIALOG },
    ModalRoot: { defaultProps: DIALOG },
    Drawer: { defaultProps: DRAWER },
    DrawerRoot: { defaultProps: DRAWER },
    Overlay: { defaultProps: { gradient: 'var(--mt-overlay)' } },
    Menu: {
      defaultProps: { zIndex: LAYERS.popover, transitionProps: { duration: 120 }, shadow: 'md' },
    },
    Popover: { defaultProps: { zIndex: LAYERS.popover, transitionProps: { duration: 120 } } },
    Tooltip: {
      defaultProps: { zIndex: LAYERS.popover, openDelay: 400, transitionProps: { duration: 120 } },
    },
    Select: { defaultProps: { comboboxProps: { zIndex: LAYERS.popover } } },
  },
});

const FROM_TOKENS = {
  '--mantine-color-body': 'var(--mt-surface)',
  '--mantine-color-text': 'var(--mt-text)',
  '--mantine-color-bright': 'var(--mt-text)',
  '--mantine-color-dimmed': 'var(--mt-text-dim)',
  '--mantine-color-placeholder': 'var(--mt-text-placeholder)',
  '--mantine-color-anchor': 'var(--mt-link)',
  '--mantine-color-error': 'var(--mt-error-text)',
  '--mantine-color-default': 'var(--mt-surface)',
  '--mantine-color-default-hover': 'var(--mt-hover)',
  '--mantine-color-default-color': 'var(--mt-text)',
  '--mantine-color-default-border': 'var(--mt-border-strong)',
  '--mantine-color-navy-filled': 'var(--mt-fill-primary)',
  '--mantine-color-navy-filled-hover': 'var(--mt-fill-primary-hover)',
  '--mantine-primary-color-filled': 'var(--mt-fill-primary)',
  '--mantine-primary-color-filled-hover': 'var(--mt-fill-primary-hover)',
  '--mantine-color-orange-filled': 'var(--mt-fill-secondary)',
  '--mantine-color-orange-filled-hover': 'var(--mt-fill-secondary-hover)',
  '--mantine-shadow-md': 'var(--mt-shadow)',
  '--mantine-shadow-xl': 'var(--mt-shadow)',
  '--tooltip-bg': 'var(--mt-fill-tooltip)',
  '--tooltip-color': 'var(--mt-on-tooltip)',
} as const;

/** Exposes our tokens where Mantine's palettes do not reach; the page's style sheet defines them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: FROM_TOKENS,
  dark: FROM_TOKENS,
});
