import { INPUT_FIELDS } from '../../inputs.ts';
import { putChunk } from '../../windows/chunk.ts';
import { barsUntilDeployment } from '../../windows/deployment-window.ts';
import type { Study } from '../study.ts';
import { THIN_SOLID } from '../study.ts';

/** The close location weighted by volume, −3000 … 3000, drawn with the lines of long and short input. */
export const deployment: Study<'deployment'> = {
  id: 'deployment',
  name: 'Long/Short Deployment',
  shortName: 'Deployment',
  pane: 'longShort',
  axis: 'left',
  inputs: [INPUT_FIELDS.length, INPUT_FIELDS.longInput, INPUT_FIELDS.shortInput],
  outputs: [
    {
      key: 'deployment',
      label: 'Deployment',
      colour: 'deployment',
      line: THIN_SOLID,
      format: 'signedInteger',
      isDrawn: true,
    },
  ],
  fills: [],
  neededBars: (inputs) => barsUntilDeployment(inputs.length),
  start: (inputs, windows) => {
    const window = windows.deployment(inputs.length);
    return {
      advance: (_, outputs, from, count) => {
        putChunk(window.deployment, outputs.deployment, from, count);
      },
    };
  },
};
