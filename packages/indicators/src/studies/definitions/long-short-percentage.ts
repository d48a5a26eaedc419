import { INPUT_FIELDS } from '../../inputs.ts';
import { barsUntilDeployment } from '../../windows/deployment-window.ts';
import type { Study } from '../study.ts';
import { SOLID } from '../study.ts';

/** The deployment that counts as fully long: half of the maximum. */
const FULL_DEPLOYMENT = 1500;

/** Deployment in percent of fully long or short, −100 … 100. */
export const longShortPercentage: Study<'longShortPercentage'> = {
  id: 'longShortPercentage',
  name: 'Long/Short %',
  shortName: 'Long/Short %',
  pane: 'longShort',
  axis: 'right',
  inputs: [INPUT_FIELDS.length],
  outputs: [
    {
      key: 'percentage',
      label: 'Long/Short %',
      colour: 'longShort',
      line: SOLID,
      format: 'signedPercent',
      isDrawn: true,
    },
  ],
  fills: [{ upper: 'percentage', lower: 'zero', colour: 'longShort', opacity: 0.16 }],
  neededBars: (inputs) => barsUntilDeployment(inputs.length),
  start: (inputs, windows) => {
    const window = windows.deployment(inputs.length);
    return {
      advance: (_, { percentage }, from, count) => {
        for (let index = 0; index < count; index += 1) {
          percentage[from + index] = longShortOf(Number(window.deployment[index]));
        }
      },
    };
  },
};

function longShortOf(deployment: number): number {
  return Math.min(100, Math.max(-100, (100 * deployment) / FULL_DEPLOYMENT));
}
