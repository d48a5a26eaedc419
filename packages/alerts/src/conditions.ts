import type { AlertCondition, AlertDefinition } from '@moneytrail/contract';
import { barsNeeded, type Columns, DEFAULT_INPUTS, valueAt } from '@moneytrail/indicators';
import { isBorderPassed, isFulfilled, type PriceMove, step } from './comparing.ts';
import { type Lines, linesOf } from './figure.ts';
import { barsForStudy, inputsOf, type Market, type StudyValues } from './studies.ts';

type LevelCondition = Extract<AlertCondition, { kind: 'level' }>;

/** Conditions that a tick can fulfil; the others change only when a bar closes. */
const TICK_KINDS: ReadonlySet<AlertCondition['kind']> = new Set([
  'price',
  'channel',
  'drawing',
  'level',
]);

/** True if ticks can fulfil the condition, false if only the close of a bar can. */
export function isOfTicks(condition: AlertCondition): boolean {
  return (
    TICK_KINDS.has(condition.kind) && !(condition.kind === 'level' && condition.event === 'moved')
  );
}

/** True if the condition happens at a moment, false if it holds for a time. */
export function isEvent(condition: AlertCondition): boolean {
  switch (condition.kind) {
    case 'price':
    case 'study':
      return condition.is !== 'above' && condition.is !== 'below';
    case 'move':
    case 'volume':
      return false;
    default:
      return true;
  }
}

function levelValues(values: StudyValues, { level, inputs }: LevelCondition): Float64Array {
  const study = level.startsWith('long') ? 'longTermLevels' : 'shortTermLevels';
  const output = level.endsWith('Resistance') ? 'resistance' : 'support';
  return values.output(study, output, inputsOf(study, inputs));
}

/** The number of closed bars that the conditions of an alert need, so that older ones change nothing. */
export function barsToRead({ conditions, resolution }: AlertDefinition): number {
  const each = conditions.map((condition): number => {
    switch (condition.kind) {
      case 'move':
      case 'volume':
        return condition.bars + 2;
      case 'level':
        return barsForStudy('longTermLevels', condition.inputs, resolution) + 2;
      case 'study':
        return barsForStudy(condition.study, condition.inputs, resolution) + 2;
      case 'signal':
        // The breakout before the last one decides whether a bar gets a mark.
        return 2 * barsNeeded(DEFAULT_INPUTS);
      default:
        return 2;
    }
  });
  return Math.max(...each);
}

/** Whether a condition reads a study or its marks. */
export function readsStudy({ kind }: AlertCondition): boolean {
  return kind === 'study' || kind === 'level' || kind === 'signal';
}

/** Computes the study that a condition reads, so that placing it afterwards only looks up its values. */
export function computeAhead(condition: AlertCondition, studies: StudyValues): void {
  if (condition.kind === 'study') {
    const { study, output, inputs } = condition;
    studies.output(study, output, inputsOf(study, inputs));
  }
  if (condition.kind === 'level') levelValues(studies, condition);
  if (condition.kind === 'signal') studies.marks();
}

/** The figure of a condition that a tick can pass, at one bar: a price, a range, or nothing. */
export type Border = { readonly low: number; readonly high: number } | null;

/** A condition placed in a market and over its closed bars. */
export type PlacedCondition = {
  readonly condition: AlertCondition;
  /** The border for the ticks of a bar; `closed` closed bars come before it. Null where nothing can be passed. */
  readonly borderAt: (barTime: number, closed: number) => Border;
  /** Whether a movement of the price fulfils it, between two bars that may be the same. */
  readonly isMoved: (move: PriceMove, before: Border, now: Border) => boolean;
  /** Whether a closed bar fulfils it, by closes alone. */
  readonly isClosed: (index: number) => boolean;
};

const bothAt = (price: number): Border =>
  Number.isNaN(price) ? null : { low: price, high: price };

/** Places a condition; `columns` are closed bars, oldest first, with the values of studies over them. */
export function placeCondition(
  condition: AlertCondition,
  market: Market,
  columns: Columns,
  studies: StudyValues,
): PlacedCondition {
  const closes = (index: number) =>
    step(valueAt(columns.close, index - 1), valueAt(columns.close, index));
  const ofBars = (isClosed: (index: number) => boolean): PlacedCondition => ({
    condition,
    borderAt: () => null,
    isMoved: () => false,
    isClosed,
  });
  const ofPrices = (
    borderAt: PlacedCondition['borderAt'],
    isMoved: PlacedCondition['isMoved'],
  ): PlacedCondition => ({
    condition,
    borderAt,
    isMoved,
    isClosed: (index) =>
      isMoved(
        closes(index),
        borderAt(valueAt(columns.time, index - 1), index - 1),
        borderAt(valueAt(columns.time, index), index),
      ),
  });

  switch (condition.kind) {
    case 'price': {
      const { is, value } = condition;
      return ofPrices(
        () => bothAt(value),
        (move) => isFulfilled(is, move, value),
      );
    }
    case 'channel': {
      const range = { low: condition.low, high: condition.high };
      return ofPrices(
        () => range,
        (move) => isBorderPassed(condition.price, move, range),
      );
    }
    case 'drawing':
      return placeDrawing(condition, linesOf(market, condition.figure), ofPrices);
    case 'level':
      return placeLevel(condition, levelValues(studies, condition), { ofPrices, ofBars });
    case 'study': {
      const inputs = inputsOf(condition.study, condition.inputs);
      const { than } = condition;
      const values = studies.output(condition.study, condition.output, inputs);
      const others = 'output' in than ? studies.output(condition.study, than.output, inputs) : null;
      const other = (index: number) => {
        if ('value' in than) return than.value;
        return valueAt(others ?? columns.close, index);
      };
      return ofBars((index) =>
        isFulfilled(
          condition.is,
          step(valueAt(values, index - 1), valueAt(values, index)),
          other(index - 1),
          other(index),
        ),
      );
    }
    case 'signal': {
      const wanted = studies
        .marks()
        .filter(
          ({ side, strong }) =>
            (condition.side === 'any' || side === condition.side) &&
            (strong || !condition.isStrongOnly),
        );
      const indexes = new Set(wanted.map(({ index }) => index));
      return ofBars((index) => indexes.has(index));
    }
    case 'volume':
      return ofBars((index) => isVolumeHigh(columns.volume, index, condition));
    case 'silence':
      return ofBars(() => false);
    case 'move':
      return ofBars((index) => isMoveLarge(columns.close, index, condition));
  }
}

function placeDrawing(
  { price }: Extract<AlertCondition, { kind: 'drawing' }>,
  lines: Lines,
  ofPrices: (
    borderAt: PlacedCondition['borderAt'],
    isMoved: PlacedCondition['isMoved'],
  ) => PlacedCondition,
): PlacedCondition {
  const borderAt = (barTime: number): Border => {
    const prices = lines.at(barTime);
    const [low, high = low] = prices ?? [];
    return low === undefined || high === undefined ? null : { low, high };
  };
  return ofPrices(borderAt, (move, before, now) => {
    if (!before || !now) return false;
    if (price === 'enters' || price === 'leaves') return isBorderPassed(price, move, before, now);
    return (
      isFulfilled(price, move, before.low, now.low) ||
      (now.high !== now.low && isFulfilled(price, move, before.high, now.high))
    );
  });
}

function placeLevel(
  { level, event }: LevelCondition,
  values: Float64Array,
  make: {
    ofPrices: (
      borderAt: PlacedCondition['borderAt'],
      isMoved: PlacedCondition['isMoved'],
    ) => PlacedCondition;
    ofBars: (isClosed: (index: number) => boolean) => PlacedCondition;
  },
): PlacedCondition {
  if (event === 'moved') {
    return make.ofBars((index) => {
      const [before, now] = [valueAt(values, index - 1), valueAt(values, index)];
      return !Number.isNaN(before) && !Number.isNaN(now) && before !== now;
    });
  }
  const isResistance = level.endsWith('Resistance');
  // A bar is judged by the level as it was before: its own close may have moved it.
  return make.ofPrices(
    (_barTime, closed) => bothAt(valueAt(values, closed - 1)),
    (move, _before, now) => {
      if (!now) return false;
      if (event === 'reached') return isFulfilled('crosses', move, now.low);
      const { from, price, high, low } = move;
      if (from === null) return false;
      return isResistance
        ? from <= now.low && Math.max(high, price) > now.low
        : from >= now.low && Math.min(low, price) < now.low;
    },
  );
}

function isVolumeHigh(
  volume: Float64Array,
  index: number,
  { times, bars }: { times: number; bars: number },
): boolean {
  if (index < bars) return false;
  let sum = 0;
  for (let before = index - bars; before < index; before += 1) sum += valueAt(volume, before);
  // An absent volume is NaN, and so is the comparison's side.
  return valueAt(volume, index) > (times * sum) / bars && sum > 0;
}

function isMoveLarge(
  close: Float64Array,
  index: number,
  { direction, size, unit, bars }: Extract<AlertCondition, { kind: 'move' }>,
): boolean {
  const now = valueAt(close, index);
  for (let before = Math.max(0, index - bars); before < index; before += 1) {
    const from = valueAt(close, before);
    const change = unit === 'price' ? now - from : (100 * (now - from)) / Math.abs(from);
    if (direction !== 'down' && change >= size) return true;
    if (direction !== 'up' && -change >= size) return true;
  }
  return false;
}
