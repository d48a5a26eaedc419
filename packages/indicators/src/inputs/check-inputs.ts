import { INPUT_FIELDS, INPUT_NAMES } from './input-fields.ts';
import type { InputName, StudyInputs } from './study-inputs.ts';

/** What is wrong with an input, in words for the person who typed it. */
export type InputIssue = { readonly input: InputName; readonly message: string };

/** Inputs no study can be computed with; the message joins those of its issues. */
export class InputError extends RangeError {
  override readonly name = 'InputError';
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[]) {
    super(issues.map((issue) => issue.message).join(' '));
    this.issues = issues;
  }
}

/**
 * What is wrong with the named inputs (default: all), none if nothing. An order is judged only between two named
 * inputs that are each within their range; its issue stands at the lower of the two.
 */
export function inputProblems(
  inputs: StudyInputs,
  names: readonly InputName[] = INPUT_NAMES,
): InputIssue[] {
  const issues = names.flatMap((name) => rangeIssue(name, inputs[name]));
  const isSound = (name: InputName) =>
    names.includes(name) && !issues.some((issue) => issue.input === name);
  const { longInput, shortInput, comboShortRange, comboLongRange } = inputs;
  if (isSound('shortInput') && isSound('longInput') && shortInput >= longInput) {
    const message = `Short input (${shortInput}) must be below Long input (${longInput}).`;
    issues.push({ input: 'shortInput', message });
  }
  if (
    isSound('comboShortRange') &&
    isSound('comboLongRange') &&
    comboShortRange >= comboLongRange
  ) {
    issues.push({ input: 'comboShortRange', message: 'Short range must be below long range.' });
  }
  return issues;
}

/** Throws an {@link InputError} if anything is wrong with the named inputs (default: all). */
export function checkInputs(inputs: StudyInputs, names: readonly InputName[] = INPUT_NAMES): void {
  const issues = inputProblems(inputs, names);
  if (issues.length > 0) throw new InputError(issues);
}

function rangeIssue(input: InputName, value: unknown): InputIssue[] {
  const field = INPUT_FIELDS[input];
  if (field.kind === 'source') {
    if (field.options.some((option) => option === value)) return [];
    const message = `${field.label} must be one of ${field.options.join(', ')}, not ${value}.`;
    return [{ input, message }];
  }
  const { label, min, max } = field;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return [];
  }
  return [
    { input, message: `${label} must be a whole number from ${min} to ${max}, not ${value}.` },
  ];
}
