import { DEFAULT_INPUTS, findStudy, type StudyDefinition } from '@moneytrail/indicators';
import { describe, expect, it } from 'vitest';
import { defaultDraft, draftOf, draftProblems, inputsOf } from './use-study-draft.ts';

function study(id: string): StudyDefinition {
  const found = findStudy(id);
  if (!found) throw new Error(`There is no study ${id}.`);
  return found;
}

const combo = study('combo');
const deployment = study('deployment');

describe('the dialog of a study', () => {
  it('reads back what it shows', () => {
    const inputs = { ...DEFAULT_INPUTS, comboShortRange: 33, source: 'hlc3' } as const;
    expect(inputsOf(combo.inputs, draftOf(combo.inputs, inputs), DEFAULT_INPUTS)).toEqual(inputs);
    expect(draftProblems(combo, defaultDraft(combo), DEFAULT_INPUTS)).toEqual({});
  });

  it('names the range of a field that is out of range, empty or not a number', () => {
    for (const length of ['14', '101', '', 'abc', '40.5']) {
      const draft = { ...defaultDraft(deployment), length };
      expect(draftProblems(deployment, draft, DEFAULT_INPUTS).length).toMatch(/from 15 to 100/);
    }
  });

  it('accepts a typographic minus sign', () => {
    const draft = { ...defaultDraft(deployment), shortInput: '−250' };
    expect(inputsOf(deployment.inputs, draft, DEFAULT_INPUTS).shortInput).toBe(-250);
  });

  it('requires the short range of the combo to be below the long one', () => {
    const draft = { ...defaultDraft(combo), comboShortRange: '80', comboLongRange: '80' };
    expect(draftProblems(combo, draft, DEFAULT_INPUTS)).toEqual({
      comboShortRange: 'Short range must be below long range.',
    });
  });

  it('keeps the inputs of other studies', () => {
    const others = { ...DEFAULT_INPUTS, longTermLength: 150 };
    expect(inputsOf(deployment.inputs, defaultDraft(deployment), others).longTermLength).toBe(150);
  });
});
