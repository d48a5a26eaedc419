import { INPUT_FIELDS } from '../../inputs.ts';
import { SpreadWindow } from '../../spread/spread-window.ts';
import type { Study } from '../study.ts';
import { THIN_SOLID } from '../study.ts';

const BASIS_POINTS = 10_000;

/** The effective bid–ask spread estimated from the bars' prices, in basis points, never negative. */
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
    const window = new SpreadWindow(inputs.length);
    return {
      advance: (columns, { spread }, from, count) => {
        window.advance(columns, from, count);
        for (let index = 0; index < count; index += 1) {
          const squared = Number(window.squared[index]);
          spread[from + index] = BASIS_POINTS * Math.sqrt(Math.max(0, squared));
        }
      },
    };
  },
};
