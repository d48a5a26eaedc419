import { STUDIES, type StudyId } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { marksNote, sharedWith } from './shared-inputs.ts';

const first = (id: StudyId) => ({ key: id, id });

it('names every other study that reads an input, and the summary if it does', () => {
  expect(sharedWith(first('shortTermLevels'), 'shortTermLength')).toBe(
    'Also changes Tightness and the summary.',
  );
  expect(sharedWith(first('liquiditySpread'), 'length')).toMatch(
    /^Also changes .*Long\/Short %.* and .*\.$/,
  );
});

it('says nothing if nothing else reads the input', () => {
  expect(sharedWith(first('combo'), 'comboShortRange')).toBe('');
});

it('tells which inputs the published marks are made with, and what replaces them', () => {
  const note = (id: StudyId, key: string = id) => {
    const study = STUDIES.find((one) => one.id === id);
    return study && marksNote({ key, id, inputs: study.inputs });
  };
  expect(note('liquiditySpread')).toBe(
    'The published buy and sell marks are made with the default Deployment and liquidity-spread length. With any other value the marks are computed here.',
  );
  expect(note('combo')).toContain('Long input and Short input.');
  expect(note('liquiditySpread', 'liquiditySpread-2')).toBe('');
});

it('says nothing about a further instance, which has its own inputs', () => {
  const further = { key: 'tightness-2', id: 'tightness' as const };
  expect(sharedWith(further, 'shortTermLength')).toBe('');
});
