import { STUDIES } from '@moneytrail/indicators';
import { describe, expect, it } from 'vitest';
import { colourDifference, contrastRatio } from '../../../ui/theme/colour-maths.ts';
import { CHART, GROUNDS } from '../../../ui/theme/tokens.ts';
import { BAR_COLOURS } from '../model/chart-look.ts';
import { coloursOf, FILL_OPACITIES, LINE_COLOURS } from './line-styles.ts';

/** A colour at an opacity over a ground, as a canvas mixes them. */
function over(colour: string, ground: string, opacity: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(opacity * channel(colour, at) + (1 - opacity) * channel(ground, at))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('on the strongest fill of any colour, %s', (_, theme) => {
  const ground = GROUNDS['chart-bg'][theme];
  const strongest = Math.max(...FILL_OPACITIES);
  const colours = new Set(STUDIES.flatMap(({ outputs }) => outputs.flatMap(coloursOf)));

  it.each([...colours])('bars stand out from %s', (colour) => {
    const fill = over(CHART[colour][theme][0], ground, strongest);
    for (const bar of BAR_COLOURS) {
      expect(contrastRatio(CHART[bar][theme][0], fill), bar).toBeGreaterThanOrEqual(3);
    }
  });
});

it.each([0, 1] as const)('the colours offered for lines stay apart, theme %s', (theme) => {
  for (const [at, one] of LINE_COLOURS.entries()) {
    for (const other of LINE_COLOURS.slice(at + 1)) {
      const apart = colourDifference(CHART[one][theme][0], CHART[other][theme][0]);
      expect(apart, `${one} and ${other}`).toBeGreaterThanOrEqual(12);
    }
  }
});

it('every area of the catalogue has an opacity that is offered', () => {
  const offered: readonly number[] = FILL_OPACITIES;
  for (const { fills } of STUDIES) {
    for (const { opacity } of fills) expect(offered).toContain(opacity);
  }
});
