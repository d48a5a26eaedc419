import type { Plugin } from 'vite';
import { cssVariablesOf } from '../src/ui/theme/css-variables.ts';
import type { ThemeName } from '../src/ui/theme/tokens.ts';

const SOURCE = 'virtual:theme-variables.css';
const THEMES: readonly ThemeName[] = ['light', 'dark'];

function ruleOf(theme: ThemeName): string {
  const variables = Object.entries(cssVariablesOf(theme)).map(
    ([name, value]) => `${name}:${value}`,
  );
  return `[data-mantine-color-scheme="${theme}"]{color-scheme:${theme};${variables.join(';')}}`;
}

/** The colours of both themes; an attribute of the document chooses one. */
export function themeRules(): string {
  return THEMES.map(ruleOf).join('\n');
}

/** The colours of both themes as a style sheet, which works without the application. */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    resolveId: (id) => (id === SOURCE ? `\0${SOURCE}` : null),
    load: (id) => (id === `\0${SOURCE}` ? themeRules() : null),
  };
}
