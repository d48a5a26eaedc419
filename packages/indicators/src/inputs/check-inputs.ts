import { INPUT_FIELDS, INPUT_NAMES } from './input-fields.ts';
import { DEFAULT_INPUTS, type InputName, type StudyInputs } from './study-inputs.ts';

/** What is wrong with an input, in words for the person who typed it. */
export type InputIssue = { readonly input: InputName; readonly message: string };

/** Inputs of which one must be below another. */
const ORDERS = [
  {
    lower: 'shortInput',
    upper: 'longInput',
    message: ({ shortInput, longInput }: StudyInputs) =>
      `Short input (${shortInput}) must be below Long input (${longInput}).`,
  },
  {
    lower: 'comboShortRange',
    upper: 'comboLongRange',
    message: () => 'Short range must be below long range.',
  },
] as const;

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
  for (const { lower, upper, message } of ORDERS) {
    const isJudged = isSound(lower) && isSound(upper);
    if (isJudged && inputs[lower] >= inputs[upper]) {
      issues.push({ input: lower, message: message(inputs) });
    }
  }
  return issues;
}

/**
 * Inputs that were stored by whomever: each that is out of its range has its default instead, and so have both of two
 * that are out of order then.
 */
export function soundInputs(stored: Readonly<Record<string, unknown>>): StudyInputs {
  const usable = INPUT_NAMES.filter((name) => isInRange(name, stored[name]));
  const entries = usable.map((name) => [name, stored[name]]);
  const inputs: StudyInputs = { ...DEFAULT_INPUTS, ...Object.fromEntries(entries) };
  const crossed = ORDERS.filter(({ lower, upper }) => inputs[lower] >= inputs[upper]);
  const usual = crossed.flatMap(({ lower, upper }) => [
    [lower, DEFAULT_INPUTS[lower]],
    [upper, DEFAULT_INPUTS[upper]],
  ]);
  return { ...inputs, ...Object.fromEntries(usual) };
}

/** Throws an {@link InputError} if anything is wrong with the named inputs (default: all). */
export function checkInputs(inputs: StudyInputs, names: readonly InputName[] = INPUT_NAMES): void {
  const issues = inputProblems(inputs, names);
  if (issues.length > 0) throw new InputError(issues);
}

function isInRange(input: InputName, value: unknown): boolean {
  const field = INPUT_FIELDS[input];
  if (field.kind === 'source') return field.options.some((option) => option === value);
  const { min, max } = field;
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function rangeIssue(input: InputName, value: unknown): InputIssue[] {
  if (isInRange(input, value)) return [];
  const field = INPUT_FIELDS[input];
  const allowed =
    field.kind === 'source'
      ? `one of ${field.options.join(', ')}`
      : `a whole number from ${field.min} to ${field.max}`;
  return [{ input, message: `${field.label} must be ${allowed}, not ${value}.` }];
}
