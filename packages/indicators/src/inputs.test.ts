import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkInputs,
  columnsFrom,
  computeMarks,
  computeStudy,
  DEFAULT_INPUTS,
  InputError,
  inputProblems,
  STUDIES,
  type StudyInputs,
  soundInputs,
} from './index.ts';
import { INPUT_NAMES } from './inputs.ts';

const problemsWith = (inputs: Partial<StudyInputs>) =>
  inputProblems({ ...DEFAULT_INPUTS, ...inputs });

test('the defaults are valid', () => {
  expect(inputProblems(DEFAULT_INPUTS)).toEqual([]);
  expect(() => checkInputs(DEFAULT_INPUTS)).not.toThrow();
});

test.each([
  ['shortTermLength', 10, 50],
  ['longTermLength', 50, 200],
  ['length', 15, 100],
  ['longInput', -3000, 3000],
  ['shortInput', -3000, 3000],
  ['comboShortRange', 1, 100],
  ['comboLongRange', 50, 200],
] as const)('%s goes from %d to %d, both included', (input, min, max) => {
  for (const value of [min - 1, max + 1, min + 0.5, Number.NaN]) {
    expect(problemsWith({ [input]: value })).toMatchObject([{ input }]);
    expect(problemsWith({ [input]: value })[0]?.message).toContain(`from ${min} to ${max}`);
    expect(problemsWith({ [input]: value })[0]?.message).toContain(`not ${value}`);
  }
  for (const value of [min, max]) {
    const problems = problemsWith({ [input]: value });
    expect(problems.filter(({ message }) => message.includes('whole number'))).toEqual([]);
  }
});

describe('orders', () => {
  test('short input must be below long input, and the error names both', () => {
    expect(problemsWith({ shortInput: 100, longInput: 100 })).toEqual([
      { input: 'shortInput', message: 'Short input (100) must be below Long input (100).' },
    ]);
    expect(problemsWith({ shortInput: 99, longInput: 100 })).toEqual([]);
  });

  test('the combo short range must be below the long range', () => {
    const problem = {
      input: 'comboShortRange',
      message: 'Short range must be below long range.',
    };
    expect(problemsWith({ comboShortRange: 60, comboLongRange: 60 })).toEqual([problem]);
    expect(problemsWith({ comboShortRange: 59, comboLongRange: 60 })).toEqual([]);
  });

  test('an input out of range is reported once, not also as out of order', () => {
    expect(problemsWith({ comboShortRange: 101, comboLongRange: 60 })).toHaveLength(1);
  });

  test('a combo out of order stops the combo and its marks but no other study', () => {
    const columns = columnsFrom([]);
    const inputs = { ...DEFAULT_INPUTS, comboShortRange: 80, comboLongRange: 60 };
    const refused = STUDIES.filter(({ id }) => {
      try {
        computeStudy(id, columns, inputs);
        return false;
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        return true;
      }
    });
    expect(refused.map(({ id }) => id)).toEqual(['combo']);
    expect(() => computeMarks(columns, inputs)).toThrow('Short range must be below long range.');
  });
});

describe('stored inputs', () => {
  const OWN = {
    source: 'hlc3',
    shortTermLength: 30,
    longTermLength: 150,
    length: 60,
    longInput: 500,
    shortInput: -500,
    comboShortRange: 40,
    comboLongRange: 80,
  } as const;

  test('are kept if they are valid', () => {
    expect(soundInputs(OWN)).toEqual(OWN);
    expect(soundInputs({ ...OWN, future: 3 })).toEqual(OWN);
  });

  test.each([
    ['source', 'volume'],
    ['shortTermLength', 51],
    ['longTermLength', '150'],
    ['length', 40.5],
    ['longInput', Number.NaN],
    ['shortInput', null],
    ['comboShortRange', undefined],
    ['comboLongRange', 1e9],
  ] as const)('lose %s alone where it is %s', (input, value) => {
    const expected = { ...OWN, [input]: DEFAULT_INPUTS[input] };
    expect(soundInputs({ ...OWN, [input]: value })).toEqual(expected);
  });

  test('get both defaults for a pair out of order, even if one default caused it', () => {
    const { longInput, shortInput, comboShortRange, comboLongRange } = DEFAULT_INPUTS;
    expect(soundInputs({ ...OWN, comboShortRange: 80 })).toEqual({
      ...OWN,
      comboShortRange,
      comboLongRange,
    });
    expect(soundInputs({ ...OWN, shortInput: 400, longInput: 99_999 })).toEqual({
      ...OWN,
      longInput,
      shortInput,
    });
  });

  test('are valid whatever was stored', () => {
    const values = fc.oneof(fc.integer({ min: -4_000, max: 4_000 }), fc.anything());
    const stored = fc.dictionary(fc.constantFrom(...INPUT_NAMES), values);
    fc.assert(
      fc.property(stored, (fields) => {
        expect(inputProblems(soundInputs(fields))).toEqual([]);
      }),
    );
  });
});

test('an error carries every issue, for the form that shows them at their fields', () => {
  const inputs = { ...DEFAULT_INPUTS, length: 14, shortTermLength: 51 };
  const error = (() => {
    try {
      return checkInputs(inputs);
    } catch (caught) {
      return caught;
    }
  })();
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ issues: inputProblems(inputs) });
  expect(inputProblems(inputs).map(({ input }) => input)).toEqual(['shortTermLength', 'length']);
});

test('an unknown source is refused with the list of sources', () => {
  const inputs = { ...DEFAULT_INPUTS, ...JSON.parse('{"source":"volume"}') };
  expect(inputProblems(inputs)).toEqual([
    {
      input: 'source',
      message: 'Source must be one of open, high, low, close, hl2, hlc3, ohlc4, not volume.',
    },
  ]);
});
