import { USUAL_STUDIES } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { joinedKey, studiesOnChart, withChange } from '../preferences/studies-on-chart.ts';
import { withStudy } from '../studies/add-study.ts';
import { choiceOf, paneChoices } from './pane-choice.ts';

const { studies: two } = withStudy(USUAL_STUDIES, 'tightness', DEFAULT_INPUTS);
const shown = (studies: typeof two) => studiesOnChart(studies, DEFAULT_INPUTS);

it('every pane can be chosen, whichever study is in it', () => {
  expect(paneChoices(shown(two)).map(({ pane }) => pane)).toContain('tightness-2');
  const swapped = withChange(withChange(two, 'tightness', { pane: 'tightness-2' }), 'tightness-2', {
    pane: 'tightness',
  });
  for (const key of ['tightness', 'tightness-2']) {
    const study = shown(swapped).find((one) => one.key === key);
    expect(choiceOf(shown(swapped), key)?.pane).toBe(study?.standsIn);
  }
});

it('two studies of one pane are shown by their own choices', () => {
  expect(choiceOf(shown(two), 'deployment')?.id).toBe('deployment');
  expect(choiceOf(shown(two), 'longShortPercentage')?.id).toBe('longShort');
  expect(choiceOf(shown(two), 'combo')).toBeUndefined();
});

it('one study that joins others is told; several at once and removed ones are not', () => {
  const keysOf = (studies: readonly (typeof two)[number][]) => studies.map(({ key }) => key);
  expect(joinedKey(keysOf(two), keysOf(USUAL_STUDIES))).toBe('tightness-2');
  expect(joinedKey(keysOf(two), [])).toBeUndefined();
  expect(joinedKey(keysOf(USUAL_STUDIES), keysOf(two))).toBeUndefined();
});
