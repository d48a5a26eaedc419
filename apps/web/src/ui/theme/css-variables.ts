import { CHART, FILLS, GRAPHICS, GROUNDS, SHADOWS, TEXTS, type ThemeName } from './tokens.ts';

/** The theme's index in the colour tables. */
export function themeIndex(theme: ThemeName): 0 | 1 {
  return theme === 'light' ? 0 : 1;
}

/**
 * A theme's CSS variables: `--mt-{token}` for grounds, texts and marks, `--mt-fill-{token}` and `--mt-on-{token}` for
 * a fill and its text, `--mt-line-{token}` for canvas colours.
 */
export function cssVariablesOf(theme: ThemeName): Record<`--mt-${string}`, string> {
  const index = themeIndex(theme);
  const variables: Record<`--mt-${string}`, string> = {
    '--mt-shadow': SHADOWS[theme],
    '--mt-float-border': theme === 'dark' ? `1px solid ${GROUNDS.border[index]}` : 'none',
  };
  for (const [name, colour] of Object.entries({ ...GROUNDS, ...TEXTS, ...GRAPHICS })) {
    variables[`--mt-${name}`] = colour[index];
  }
  for (const [name, fill] of Object.entries(FILLS)) {
    variables[`--mt-fill-${name}`] = fill[index][0];
    variables[`--mt-on-${name}`] = fill[index][1];
  }
  for (const [name, colour] of Object.entries(CHART)) {
    variables[`--mt-line-${name}`] = colour[index][0];
  }
  return variables;
}
