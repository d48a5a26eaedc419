import type {
  FillHint,
  InputField,
  InputValues,
  OutputDefinition,
  StepBar,
  StepContext,
  StudyProfile,
  StudyStep,
  TechnicalGroup,
  TechnicalStudy,
} from '@moneytrail/indicators';
import { Period, pushUpdate } from 'trading-signals';
import { INTERVAL_FIELD } from './form.ts';

/** A bar of its own, which the library may keep. */
export type Candle = Readonly<StepBar>;

/** Undefined values are null, undefined or not finite. */
type Value = number | null | undefined;

/**
 * Takes the next candle, or a new state of the last one (`replace`), and answers the values in the order of the outputs,
 * or one for a study with one output.
 */
export type Formula = (candle: Candle, replace: boolean) => Value | readonly Value[];

type NamelessField = InputField extends infer Field
  ? Field extends InputField
    ? Omit<Field, 'name'>
    : never
  : never;
type Fields = Readonly<Record<string, NamelessField>>;
type ValuesOf<Inputs extends Fields> = {
  readonly [Name in keyof Inputs]: Inputs[Name] extends { kind: 'source' | 'choice' }
    ? string
    : number;
};

type Terse<Inputs extends Fields> = {
  readonly id: string;
  readonly name: string;
  readonly shortName: string;
  readonly aliases?: readonly string[];
  readonly about: string;
  /** It is drawn over the prices. */
  readonly isOverlay?: boolean;
  readonly readsVolume?: boolean;
  readonly isCumulative?: boolean;
  readonly profile?: StudyProfile;
  /** False for one that counts bars of the chart. Default: it can be computed from a longer interval. */
  readonly hasInterval?: boolean;
  readonly inputs: Inputs;
  readonly outputs: readonly OutputDefinition[];
  readonly fills?: readonly FillHint[];
  readonly levels?: readonly number[];
  readonly neededBars: (inputs: ValuesOf<Inputs>, barsInDay?: number) => number;
  readonly formula: (inputs: ValuesOf<Inputs>, context: StepContext) => Formula;
};

/** Makes the definitions of a group complete. */
export function studyIn(group: TechnicalGroup) {
  return <const Inputs extends Fields>(terse: Terse<Inputs>): TechnicalStudy => {
    const { isOverlay = false, hasInterval = true, inputs, formula, neededBars, ...rest } = terse;
    // The inputs are checked ones of this study, so each has the type of its field.
    const valuesOf = (values: InputValues) => values as ValuesOf<Inputs>;
    const readsVolume = terse.readsVolume ?? false;
    return {
      aliases: [],
      fills: [],
      ...rest,
      group,
      pane: isOverlay ? 'main' : terse.id,
      axis: 'right',
      inputs: [
        ...Object.entries(inputs).map(([name, field]): InputField => withName(name, field)),
        // Sessions, weeks and months are intervals of their own.
        ...('period' in inputs || !hasInterval ? [] : [INTERVAL_FIELD]),
      ],
      readsVolume,
      neededBars: (values, barsInDay) => Math.ceil(neededBars(valuesOf(values), barsInDay)),
      start: (values, context) =>
        startStep(() => formula(valuesOf(values), context), terse.outputs.length, readsVolume),
    };
  };
}

function withName(name: string, field: NamelessField): InputField {
  return field.kind === 'source' ? { ...field, name: 'source' } : { ...field, name };
}

/**
 * A new state of the first bar starts anew: some of the library's indicators cannot replace their first input. A bar
 * that has no prices is left out, so that it cannot stay in a recursion.
 */
function startStep(begin: () => Formula, width: number, readsVolume: boolean): StudyStep {
  const isDefined = readsVolume ? startVolumeCheck() : () => true;
  let formula = begin();
  let taken = 0;
  let isLastTaken = false;
  return (bar, isNewState, values) => {
    const candle = { ...bar, volume: Number.isFinite(bar.volume) ? bar.volume : 0 };
    const replace = isNewState && isLastTaken;
    const isKnown = isDefined(candle, isNewState);
    if (!hasPrices(candle)) {
      isLastTaken = replace;
      values.fill(Number.NaN);
      return;
    }
    if (!replace) taken += 1;
    else if (taken === 1) formula = begin();
    isLastTaken = true;
    const answer = formula(candle, replace && taken > 1);
    for (let at = 0; at < width; at += 1) {
      const value = typeof answer === 'object' ? answer?.[at] : answer;
      values[at] = isKnown && Number.isFinite(value) ? Number(value) : Number.NaN;
    }
  };
}

/** Tells whether there has been volume: a study of volume is undefined before, and for an instrument without. */
function startVolumeCheck(): (candle: Candle, isNewState: boolean) => boolean {
  let hadBefore = false;
  let has = false;
  return ({ volume }, isNewState) => {
    if (!isNewState) hadBefore = has;
    has = hadBefore || volume > 0;
    return has;
  };
}

function hasPrices({ open, high, low, close, source }: Candle): boolean {
  return Number.isFinite(open + high + low + close + source);
}

/** An indicator of the library, as far as the studies use it. */
type Indicator<Input, Result> = {
  readonly isStable: boolean;
  update: (input: Input, replace: boolean) => Result | null;
};

/** The values of an indicator, some of which answer early values of their warm-up too. */
function settled<Input, Result>(indicator: Indicator<Input, Result>) {
  return (input: Input, replace: boolean): Result | null => {
    const result = indicator.update(input, replace);
    return indicator.isStable ? result : null;
  };
}

type Read<Result> = (result: Result, candle: Candle) => Value | readonly Value[];

function follow<Input, Result>(
  indicator: Indicator<Input, Result>,
  inputOf: (candle: Candle) => Input,
  valuesOf?: Read<Result>,
): Formula {
  const next = settled(indicator);
  return (candle, replace) => {
    const result = next(inputOf(candle), replace);
    if (result === null) return null;
    if (valuesOf) return valuesOf(result, candle);
    return typeof result === 'number' ? result : null;
  };
}

/** The formula of an indicator of candles. */
export function onCandle(indicator: Indicator<Candle, number>): Formula;
export function onCandle<Result>(
  indicator: Indicator<Candle, Result>,
  valuesOf: Read<Result>,
): Formula;
export function onCandle<Result>(
  indicator: Indicator<Candle, Result>,
  valuesOf?: Read<Result>,
): Formula {
  return follow(indicator, (candle) => candle, valuesOf);
}

/** The formula of an indicator of one price. */
export function onSource(indicator: Indicator<number, number>): Formula;
export function onSource<Result>(
  indicator: Indicator<number, Result>,
  valuesOf: Read<Result>,
): Formula;
export function onSource<Result>(
  indicator: Indicator<number, Result>,
  valuesOf?: Read<Result>,
): Formula {
  return follow(indicator, ({ source }) => source, valuesOf);
}

/** The formula of an indicator of volumes. */
export function onVolume(indicator: Indicator<number, number>): Formula {
  return follow(indicator, ({ volume }) => volume);
}

/**
 * The first value of a formula, the average of it (the signal), and the difference of both (the histogram). A value that
 * is not finite counts as 0 in the average, in which it would stay for ever.
 */
export function withSignal(formula: Formula, average: Indicator<number, number>): Formula {
  const next = settled(average);
  return (candle, replace) => {
    const answer = formula(candle, replace);
    const value = typeof answer === 'object' ? answer?.[0] : answer;
    if (value === null || value === undefined) return null;
    const smoothed = next(Number.isFinite(value) ? value : 0, replace);
    return [value, smoothed, smoothed === null ? null : value - smoothed];
  };
}

/**
 * The formula, but a value of its own while all of the last values are the same: there the library divides one rounding
 * error by another.
 */
export function unlessFlat(
  bars: number,
  priceOf: (candle: Candle) => number,
  flat: number,
  formula: Formula,
): Formula {
  const range = new Period(bars);
  return (candle, replace) => {
    const answer = formula(candle, replace);
    const extremes = range.update(priceOf(candle), replace);
    return extremes && extremes.highest === extremes.lowest ? flat : answer;
  };
}

/** Hands the results of one indicator to the next, once there are some. */
export function chain(...indicators: Indicator<number, number>[]) {
  const stages = indicators.map(settled);
  return (input: number, replace: boolean): number | null => {
    let value: number | null = input;
    for (const next of stages) {
      if (value !== null) value = next(value, replace);
    }
    return value;
  };
}

/** The value that came so many bars before; null until there is one. */
export function delay(bars: number) {
  const values: number[] = [];
  return (value: number, replace: boolean): number | null => {
    pushUpdate({ array: values, item: value, maxLength: bars + 1, replace });
    return values.length > bars ? (values[0] ?? null) : null;
  };
}

/**
 * The bars until the first value of an average weighs less than a thousandth: its weight is multiplied by 1 - 2 / (n + 1)
 * a bar, in Wilder's average by 1 - 1 / n, and ln 1000 = 6.9. An average of averages starts when the one before it is
 * defined.
 */
export function exponentialBars(length: number, stages = 1): number {
  return (stages - 1) * length + 3.5 * (length + 1);
}
export function wilderBars(length: number): number {
  return 7 * length;
}
