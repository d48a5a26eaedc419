import { INPUT_FIELDS } from '../../inputs.ts';
import { putChunk } from '../../windows/chunk.ts';
import type { Study } from '../study.ts';
import { DASHED, SOLID } from '../study.ts';

/** The width of the short-term and the long-term channel, and the distance of each from its tightest. Low = tight. */
export const tightness: Study<'tightness'> = {
  id: 'tightness',
  name: 'Tightness',
  shortName: 'Tightness',
  pane: 'tightness',
  axis: 'right',
  inputs: [INPUT_FIELDS.source, INPUT_FIELDS.shortTermLength, INPUT_FIELDS.longTermLength],
  outputs: [
    {
      key: 'longTerm',
      label: 'Long-term tightness',
      colour: 'tightnessLong',
      line: SOLID,
      format: 'percent',
      isDrawn: true,
    },
    {
      key: 'shortTerm',
      label: 'Short-term tightness',
      colour: 'tightnessShort',
      line: DASHED,
      format: 'percent',
      isDrawn: true,
    },
    {
      key: 'distanceToLongTermMin',
      label: 'Long-term tightness above its low',
      colour: 'tightnessLong',
      line: SOLID,
      format: 'percentagePoints',
      isDrawn: false,
    },
    {
      key: 'distanceToShortTermMin',
      label: 'Short-term tightness above its low',
      colour: 'tightnessShort',
      line: DASHED,
      format: 'percentagePoints',
      isDrawn: false,
    },
  ],
  fills: [],
  neededBars: (inputs) => 6 * Math.max(inputs.shortTermLength, inputs.longTermLength) - 1,
  start: (inputs, windows) => {
    const short = windows.tightness(inputs.shortTermLength);
    const long = windows.tightness(inputs.longTermLength);
    return {
      advance: (_, outputs, from, count) => {
        putChunk(short.tightness, outputs.shortTerm, from, count);
        putChunk(long.tightness, outputs.longTerm, from, count);
        putChunk(short.distanceToMin, outputs.distanceToShortTermMin, from, count);
        putChunk(long.distanceToMin, outputs.distanceToLongTermMin, from, count);
      },
    };
  },
};
