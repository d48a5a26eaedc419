import { describe, expect, it } from 'vitest';
import { colourDifference, contrastRatio } from './colour-maths.ts';
import { CHART, FILLS, GRAPHICS, GROUNDS, HEAT, TEXTS } from './tokens.ts';

const THEMES = ['light', 'dark'] as const;
const GROUND_NAMES = ['bg', 'surface', 'alt', 'hover', 'selected'] as const;
const CANVAS_TEXT = new Set(['axisText']);
const PANES: (keyof typeof CHART)[][] = [
  ['shortResistance', 'longResistance', 'longSupport', 'shortSupport'],
  ['tightnessLong', 'tightnessShort'],
  ['longShort', 'deployment'],
];

function worstOnGrounds(colour: string, theme: 0 | 1): number {
  return Math.min(...GROUND_NAMES.map((name) => contrastRatio(colour, GROUNDS[name][theme])));
}

describe.each(THEMES)('in the %s theme', (name) => {
  const theme = name === 'light' ? 0 : 1;

  it.each(Object.entries(TEXTS))(
    'the text colour %s has contrast 4.5 on every ground',
    (_, colour) => {
      expect(worstOnGrounds(colour[theme], theme)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(Object.entries(GRAPHICS))('the mark %s has contrast 3 on every ground', (_, colour) => {
    expect(worstOnGrounds(colour[theme], theme)).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(FILLS))('the fill %s contrasts with its text', (key, fill) => {
    const [ground, text] = fill[theme];
    expect(contrastRatio(ground, text)).toBeGreaterThanOrEqual(key === 'bar-marker' ? 3 : 4.5);
  });

  it.each(Object.entries(CHART))(
    'the canvas colour %s and its tag have enough contrast',
    (key, colour) => {
      const [line, tag] = colour[theme];
      const least = CANVAS_TEXT.has(key) ? 4.5 : 3;
      expect(contrastRatio(line, GROUNDS['chart-bg'][theme])).toBeGreaterThanOrEqual(least);
      if (tag !== null) expect(contrastRatio(line, tag)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['normal', 'protan', 'deutan'] as const)(
    'steps of heat stay apart with %s vision',
    (vision) => {
      const steps = Object.entries(HEAT);
      for (const [index, [one, fill]] of steps.entries()) {
        for (const [other, next] of steps.slice(index + 1)) {
          const apart = colourDifference(fill[theme][0], next[theme][0], vision);
          expect(apart, `${one} and ${other}`).toBeGreaterThanOrEqual(10);
        }
      }
    },
  );

  it.each(PANES.map((lines) => ({ lines })))(
    'lines of one pane stay apart: $lines',
    ({ lines }) => {
      for (const [index, one] of lines.entries()) {
        for (const other of lines.slice(index + 1)) {
          for (const vision of ['normal', 'protan', 'deutan'] as const) {
            const apart = colourDifference(CHART[one][theme][0], CHART[other][theme][0], vision);
            expect(apart, `${one} and ${other}, ${vision}`).toBeGreaterThanOrEqual(10);
          }
        }
      }
    },
  );
});

describe('colour mathematics', () => {
  it('black on white has a contrast of 21', () => {
    expect(contrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21, 6);
  });

  it('a colour differs from itself by 0, black from white by 100', () => {
    expect(colourDifference('#D86300', '#D86300')).toBe(0);
    expect(colourDifference('#000000', '#FFFFFF')).toBeCloseTo(100, 1);
  });
});
