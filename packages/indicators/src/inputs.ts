import { PRICE_SOURCES, type PriceSource } from './columns/price-source.ts';

/** All settings of the studies. Lengths count bars. */
export type StudyInputs = {
  readonly source: PriceSource;
  readonly shortTermLength: number;
  readonly longTermLength: number;
  /** For deployment, long/short percentage and liquidity spread. */
  readonly length: number;
  /** Deployment at or above this is long. */
  readonly longInput: number;
  /** Deployment at or below this is short. */
  readonly shortInput: number;
  readonly comboShortRange: number;
  readonly comboLongRange: number;
};

export type InputName = keyof StudyInputs;

export const DEFAULT_INPUTS: StudyInputs = {
  source: 'close',
  shortTermLength: 20,
  longTermLength: 100,
  length: 40,
  longInput: 100,
  shortInput: -100,
  comboShortRange: 20,
  comboLongRange: 100,
};

/** The inputs of any study by name, as stored and edited: numbers, and the names of choices. */
export type InputValues = Readonly<Record<string, number | string>>;

/** A whole number within an inclusive range. */
export type IntegerField<Name extends string = string> = {
  readonly name: Name;
  readonly label: string;
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  readonly default: number;
};

/** A number within an inclusive range. */
export type DecimalField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'decimal';
  readonly min: number;
  readonly max: number;
  /** The step of arrow keys; more decimals may be typed. */
  readonly step: number;
  readonly default: number;
};

/** The choice of a price. */
export type SourceField = {
  readonly name: 'source';
  readonly label: string;
  readonly kind: 'source';
  readonly options: readonly PriceSource[];
  readonly default: PriceSource;
};

/** The choice of one of several ways. */
export type ChoiceField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly default: string;
};

/** One input as a form shows it and as it is checked. */
export type InputField = IntegerField | DecimalField | SourceField | ChoiceField;

/** One input of the studies of the house. */
export type HouseField = IntegerField<Exclude<InputName, 'source'>> | SourceField;

const integer = <Name extends Exclude<InputName, 'source'>>(
  name: Name,
  label: string,
  [min, max]: readonly [number, number],
): IntegerField<Name> => ({
  name,
  label,
  kind: 'integer',
  min,
  max,
  default: DEFAULT_INPUTS[name],
});

/** Label and range of every input. */
export const INPUT_FIELDS = {
  source: {
    name: 'source',
    label: 'Source',
    kind: 'source',
    options: PRICE_SOURCES,
    default: DEFAULT_INPUTS.source,
  },
  shortTermLength: integer('shortTermLength', 'Short-term length', [10, 50]),
  longTermLength: integer('longTermLength', 'Long-term length', [50, 200]),
  length: integer('length', 'Deployment and liquidity-spread length', [15, 100]),
  longInput: integer('longInput', 'Long input', [-3000, 3000]),
  shortInput: integer('shortInput', 'Short input', [-3000, 3000]),
  comboShortRange: integer('comboShortRange', 'Combo short range', [1, 100]),
  comboLongRange: integer('comboLongRange', 'Combo long range', [50, 200]),
} as const satisfies Record<InputName, HouseField>;

/** The names of all inputs in the order of a form. */
export const INPUT_NAMES: readonly InputName[] = Object.values(INPUT_FIELDS).map(
  (field) => field.name,
);

/** The problem of an input, in words for the user. */
export type InputIssue = { readonly input: InputName; readonly message: string };

/** Pairs of inputs of which one must be below the other. */
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

/** Inputs that no study can use; the message joins the messages of its issues. */
export class InputError extends RangeError {
  override readonly name = 'InputError';
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[]) {
    super(issues.map((issue) => issue.message).join(' '));
    this.issues = issues;
  }
}

/**
 * The problems of the named inputs (default: all). The order of two inputs is checked only if both are named and within
 * their ranges; its issue is reported at the lower one.
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
 * Makes stored inputs usable: values out of range get their default, and so do both values of a pair that is then in
 * the wrong order.
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

/** Throws an {@link InputError} if any of the named inputs (default: all) has a problem. */
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
