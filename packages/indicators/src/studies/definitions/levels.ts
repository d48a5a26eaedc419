import { INPUT_FIELDS } from '../../inputs.ts';
import type { Channel } from '../../windows/channel.ts';
import { putChunk } from '../../windows/chunk.ts';
import type { Study, StudyRun } from '../study.ts';
import { DASHED, SOLID } from '../study.ts';

/** Short-term resistance and support: the highest and lowest source price of the last bars. */
export const shortTermLevels: Study<'shortTermLevels'> = {
  id: 'shortTermLevels',
  name: 'Short-term S/R',
  shortName: 'Short S/R',
  pane: 'main',
  axis: 'right',
  inputs: [INPUT_FIELDS.source, INPUT_FIELDS.shortTermLength],
  outputs: [
    {
      key: 'resistance',
      label: 'Short-term resistance',
      tag: 'SR',
      colour: 'shortResistance',
      line: DASHED,
      format: 'price',
      isDrawn: true,
    },
    {
      key: 'support',
      label: 'Short-term support',
      tag: 'SS',
      colour: 'shortSupport',
      line: DASHED,
      format: 'price',
      isDrawn: true,
    },
  ],
  fills: [],
  neededBars: (inputs) => inputs.shortTermLength,
  start: (inputs, windows) => startLevels(windows.channel(inputs.shortTermLength)),
};

/** Long-term resistance and support. */
export const longTermLevels: Study<'longTermLevels'> = {
  id: 'longTermLevels',
  name: 'Long-term S/R',
  shortName: 'Long S/R',
  pane: 'main',
  axis: 'right',
  inputs: [INPUT_FIELDS.source, INPUT_FIELDS.longTermLength],
  outputs: [
    {
      key: 'resistance',
      label: 'Long-term resistance',
      tag: 'LR',
      colour: 'longResistance',
      line: SOLID,
      format: 'price',
      isDrawn: true,
    },
    {
      key: 'support',
      label: 'Long-term support',
      tag: 'LS',
      colour: 'longSupport',
      line: SOLID,
      format: 'price',
      isDrawn: true,
    },
  ],
  fills: [],
  neededBars: (inputs) => inputs.longTermLength,
  start: (inputs, windows) => startLevels(windows.channel(inputs.longTermLength)),
};

function startLevels(channel: Channel): StudyRun<'resistance' | 'support'> {
  return {
    advance: (_, { resistance, support }, from, count) => {
      putChunk(channel.resistance, resistance, from, count);
      putChunk(channel.support, support, from, count);
    },
  };
}
