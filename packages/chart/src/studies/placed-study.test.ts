import { STUDIES } from '@moneytrail/indicators';
import { expect, test } from 'vitest';
import { styledStudy } from './placed-study.ts';

const combo = STUDIES.find(({ id }) => id === 'combo') ?? STUDIES[0];
if (!combo) throw new Error('There are no studies.');

test('without styles a study looks as in the catalogue', () => {
  for (const study of STUDIES) expect(styledStudy(study)).toEqual(study);
});

test('a line takes the chosen colour, width, dash and opacity, the others keep theirs', () => {
  const { outputs } = styledStudy(combo, {
    longSupport: { colour: 'longShort', widthPx: 3, dash: 'dashed', opacity: 0.4 },
  });
  const changed = outputs.filter((output, index) => {
    return JSON.stringify(output) !== JSON.stringify(combo.outputs[index]);
  });
  expect(changed).toHaveLength(1);
  expect(changed[0]).toMatchObject({
    key: 'longSupport',
    colour: 'longShort',
    line: { widthPx: 3, dash: 'dashed', opacity: 0.4 },
    isDrawn: true,
  });
});

test('a channel is filled in the colour of its upper edge', () => {
  const { fills } = styledStudy(combo, { shortResistance: { colour: 'deployment' } });
  expect(fills.map(({ colour }) => colour)).toEqual(['deployment', 'comboLong']);
});

test('a channel with a hidden edge is not filled', () => {
  const { fills } = styledStudy(combo, { longSupport: { isVisible: false } });
  expect(fills.map(({ upper }) => upper)).toEqual(['shortResistance']);
});

test('an area takes the chosen opacity, and disappears with none', () => {
  const faint = styledStudy(combo, { longResistance: { fillOpacity: 0.2 } });
  expect(faint.fills.map(({ opacity }) => opacity)).toEqual([0.08, 0.2]);
  const none = styledStudy(combo, { shortResistance: { fillOpacity: 0 } });
  expect(none.fills.map(({ upper }) => upper)).toEqual(['longResistance']);
});

test('an area that ends at zero needs only one line', () => {
  const longShort = STUDIES.find(({ id }) => id === 'longShortPercentage') ?? combo;
  const { fills } = styledStudy(longShort, { percentage: { fillOpacity: 0.05 } });
  expect(fills).toMatchObject([{ upper: 'percentage', lower: 'zero', opacity: 0.05 }]);
});

test('an output that no pane draws stays hidden', () => {
  const tightness = STUDIES.find(({ id }) => id === 'tightness') ?? combo;
  const { outputs } = styledStudy(tightness, { distanceToLongTermMin: { isVisible: true } });
  expect(outputs.find(({ key }) => key === 'distanceToLongTermMin')?.isDrawn).toBe(false);
});
