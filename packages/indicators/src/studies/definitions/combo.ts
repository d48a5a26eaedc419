import { INPUT_FIELDS } from '../../inputs.ts';
import { putChunk } from '../../windows/chunk.ts';
import type { Study } from '../study.ts';
import { DOTTED } from '../study.ts';

/** The two channels whose breakouts make the buy and sell signals; `computeMarks` computes the marks. */
export const combo: Study<'combo'> = {
  id: 'combo',
  name: 'Combo and signals',
  shortName: 'Combo',
  pane: 'main',
  axis: 'right',
  inputs: [
    INPUT_FIELDS.source,
    INPUT_FIELDS.comboShortRange,
    INPUT_FIELDS.comboLongRange,
    INPUT_FIELDS.length,
    INPUT_FIELDS.longInput,
    INPUT_FIELDS.shortInput,
  ],
  outputs: [
    edge('shortResistance', 'Combo short resistance', 'comboShort'),
    edge('shortSupport', 'Combo short support', 'comboShort'),
    edge('longResistance', 'Combo long resistance', 'comboLong'),
    edge('longSupport', 'Combo long support', 'comboLong'),
  ],
  fills: [
    { upper: 'shortResistance', lower: 'shortSupport', colour: 'comboShort', opacity: 0.08 },
    { upper: 'longResistance', lower: 'longSupport', colour: 'comboLong', opacity: 0.05 },
  ],
  neededBars: (inputs) => Math.max(inputs.comboShortRange, inputs.comboLongRange),
  start: (inputs, windows) => {
    const short = windows.channel(inputs.comboShortRange);
    const long = windows.channel(inputs.comboLongRange);
    return {
      advance: (_, outputs, from, count) => {
        putChunk(short.resistance, outputs.shortResistance, from, count);
        putChunk(short.support, outputs.shortSupport, from, count);
        putChunk(long.resistance, outputs.longResistance, from, count);
        putChunk(long.support, outputs.longSupport, from, count);
      },
    };
  },
};

function edge<Key extends string>(key: Key, label: string, colour: 'comboShort' | 'comboLong') {
  return { key, label, colour, line: DOTTED, format: 'price', isDrawn: true } as const;
}
