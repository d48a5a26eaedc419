import { DEFAULT_INPUTS, STUDIES } from '@moneytrail/indicators';
import { describe, expect, it } from 'vitest';
import { defaultDraft, draftOf, draftProblems, inputsOf } from './use-study-draft.ts';

const combo = STUDIES.find(({ id }) => id === 'combo')?.inputs ?? [];
const deployment = STUDIES.find(({ id }) => id === 'deployment')?.inputs ?? [];

describe('the dialog of a study', () => {
  it('reads back what it shows', () => {
    const inputs = { ...DEFAULT_INPUTS, comboShortRange: 33, source: 'hlc3' } as const;
    expect(inputsOf(combo, draftOf(combo, inputs), DEFAULT_INPUTS)).toEqual(inputs);
    expect(draftProblems(combo, defaultDraft(combo), DEFAULT_INPUTS)).toEqual({});
  });

  it('names the range of a field that is out of it, empty or no number', () => {
    for (const length of ['14', '101', '', 'abc', '40.5']) {
      const draft = { ...defaultDraft(deployment), length };
      expect(draftProblems(deployment, draft, DEFAULT_INPUTS).length).toMatch(/from 15 to 100/);
    }
  });

  it('takes a true minus sign for one', () => {
    const draft = { ...defaultDraft(deployment), shortInput: '−250' };
    expect(inputsOf(deployment, draft, DEFAULT_INPUTS).shortInput).toBe(-250);
  });

  it('says that the short range of the combo must be below the long one', () => {
    const draft = { ...defaultDraft(combo), comboShortRange: '80', comboLongRange: '80' };
    expect(draftProblems(combo, draft, DEFAULT_INPUTS)).toEqual({
      comboShortRange: 'Short range must be below long range.',
    });
  });

  it('leaves the inputs of other studies as they are', () => {
    const others = { ...DEFAULT_INPUTS, longTermLength: 150 };
    expect(inputsOf(deployment, defaultDraft(deployment), others).longTermLength).toBe(150);
  });
});
