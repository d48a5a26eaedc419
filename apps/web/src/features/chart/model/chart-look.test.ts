import { expect, it } from 'vitest';
import { CHART } from '../../../ui/theme/tokens.ts';
import { COLOUR_BLIND_COLOURS, canvasTheme, STANDARD_COLOURS, zoneLabel } from './chart-look.ts';

it('paints rising and falling bars in blue and orange for red-green colour blindness', () => {
  const theme = canvasTheme('light', COLOUR_BLIND_COLOURS);
  expect([theme.candleUp, theme.candleDown]).toEqual([
    CHART.candleUpAlt[0][0],
    CHART.candleDownAlt[0][0],
  ]);
});

it.each(['light', 'dark'] as const)('knows every colour of the canvas in the %s theme', (name) => {
  const theme = canvasTheme(name, STANDARD_COLOURS);
  const colours = Object.values(theme.studies).flatMap(({ line, tagText }) => [line, tagText]);
  expect(colours).toHaveLength(32);
  expect(colours.every((colour) => /^#[0-9A-F]{6}$/.test(colour))).toBe(true);
});

it('labels a zone with its present name, and never twice with the same', () => {
  const nowMs = Date.UTC(2026, 10, 20);
  expect(zoneLabel('exchange', 'America/New_York', nowMs)).toBe('Exchange (EST)');
  expect(zoneLabel('utc', 'America/New_York', nowMs)).toBe('UTC');
});
