import { INPUT_FIELDS } from '../inputs/input-fields.ts';
import { BarPair } from '../spread/bar-pair.ts';
import { LANE_COUNT } from '../spread/spread-lanes.ts';
import { squaredSpread } from '../spread/squared-spread.ts';
import { WindowSums } from '../windows/window-sums.ts';
import { THIN_SOLID } from './line-styles.ts';
import type { Study } from './study.ts';

const BASIS_POINTS = 10_000;

/** The effective bid–ask spread that the bars' prices betray, in basis points, never negative. */
export const liquiditySpread: Study<'liquiditySpread'> = {
  id: 'liquiditySpread',
  name: 'Liquidity Spread',
  shortName: 'Spread',
  pane: 'liquiditySpread',
  axis: 'right',
  inputs: [INPUT_FIELDS.length],
  outputs: [
    {
      key: 'spread',
      label: 'Liquidity spread',
      colour: 'liquiditySpread',
      line: THIN_SOLID,
      format: 'basisPoints',
      isDrawn: true,
    },
  ],
  fills: [],
  neededBars: (inputs) => inputs.length,
  start: (inputs) => {
    const pairs = inputs.length - 1;
    const pair = new BarPair();
    const window = new WindowSums(pairs, LANE_COUNT);
    return {
      advance: (columns, { spread }, from, to) => {
        for (let index = from; index < to; index += 1) {
          pair.offer(columns, index, window.terms);
          if (index > 0) window.offer();
          const squared = index >= pairs ? squaredSpread(window.sums, pairs) : Number.NaN;
          spread[index] = BASIS_POINTS * Math.sqrt(Math.max(0, squared));
          if (index === to - 1) return;
          pair.keep();
          if (index > 0) window.keep();
        }
      },
    };
  },
};
