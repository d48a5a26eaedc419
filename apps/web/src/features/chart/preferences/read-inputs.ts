import {
  DEFAULT_INPUTS,
  inputProblems,
  PRICE_SOURCES,
  type StudyInputs,
} from '@moneytrail/indicators';
import { record } from '../../../lib/record.ts';

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

/** Stored inputs of the studies; the defaults where anything in them is out of range or order. */
export function readInputs(stored: unknown): StudyInputs {
  const fields = record(stored);
  const inputs: StudyInputs = {
    source: PRICE_SOURCES.find((source) => source === fields.source) ?? DEFAULT_INPUTS.source,
    shortTermLength: numberOr(fields.shortTermLength, DEFAULT_INPUTS.shortTermLength),
    longTermLength: numberOr(fields.longTermLength, DEFAULT_INPUTS.longTermLength),
    length: numberOr(fields.length, DEFAULT_INPUTS.length),
    longInput: numberOr(fields.longInput, DEFAULT_INPUTS.longInput),
    shortInput: numberOr(fields.shortInput, DEFAULT_INPUTS.shortInput),
    comboShortRange: numberOr(fields.comboShortRange, DEFAULT_INPUTS.comboShortRange),
    comboLongRange: numberOr(fields.comboLongRange, DEFAULT_INPUTS.comboLongRange),
  };
  // The order of the combo's ranges may be wrong: the combo then draws nothing and says why (the rest stays).
  const isSound = inputProblems(inputs).every(({ message }) => message.startsWith('Short range'));
  return isSound ? inputs : DEFAULT_INPUTS;
}
