import type { Bar, StudyInputs } from '../index.ts';
import { naiveSpread } from './naive-spread.ts';

/**
 * A reference implementation of the studies by their definitions: every value reads its whole window again, O(n ·
 * window). Deliberately slow and simple; tests compare the real ones with it.
 */
export function naiveOutputs(
  bars: readonly Bar[],
  inputs: StudyInputs,
): Record<string, Record<string, number[]>> {
  const prices = bars.map((bar) => naivePrice(bar, inputs));
  const resistance = (length: number) => naiveWindows(prices, length, (x) => Math.max(...x));
  const support = (length: number) => naiveWindows(prices, length, (x) => Math.min(...x));
  const deployment = naiveDeployment(bars, inputs.length);
  const shortTerm = naiveTightness(prices, inputs.shortTermLength);
  const longTerm = naiveTightness(prices, inputs.longTermLength);
  return {
    shortTermLevels: {
      resistance: resistance(inputs.shortTermLength),
      support: support(inputs.shortTermLength),
    },
    longTermLevels: {
      resistance: resistance(inputs.longTermLength),
      support: support(inputs.longTermLength),
    },
    combo: {
      shortResistance: resistance(inputs.comboShortRange),
      shortSupport: support(inputs.comboShortRange),
      longResistance: resistance(inputs.comboLongRange),
      longSupport: support(inputs.comboLongRange),
    },
    tightness: {
      shortTerm,
      longTerm,
      distanceToShortTermMin: naiveDistance(shortTerm, inputs.shortTermLength),
      distanceToLongTermMin: naiveDistance(longTerm, inputs.longTermLength),
    },
    liquiditySpread: { spread: naiveWindows(bars, inputs.length, naiveSpread) },
    longShortPercentage: {
      percentage: deployment.map((d) => Math.min(100, Math.max(-100, (100 * d) / 1500))),
    },
    deployment: { deployment },
  };
}

export function naivePrice({ open, high, low, close }: Bar, { source }: StudyInputs): number {
  if (source === 'hl2') return (high + low) / 2;
  if (source === 'hlc3') return (high + low + close) / 3;
  if (source === 'ohlc4') return (open + high + low + close) / 4;
  return { open, high, low, close }[source];
}

/** One value per window of `length` items, NaN before the first full one. */
export function naiveWindows<Item>(
  items: readonly Item[],
  length: number,
  value: (window: readonly Item[]) => number,
): number[] {
  return items.map((_, index) =>
    index < length - 1 ? Number.NaN : value(items.slice(index - length + 1, index + 1)),
  );
}

/** Deployment: the mean of 15 flows. */
export function naiveDeployment(bars: readonly Bar[], length: number): number[] {
  return naiveWindows(naiveWindows(bars, length, naiveFlow), 15, (flows) => mean(flows));
}

function naiveFlow(bars: readonly Bar[]): number {
  const volumes = bars.map(({ volume }) => (volume !== null && volume > 0 ? volume : 0));
  const volumeless = volumes.filter((volume) => volume === 0).length;
  const meanVolume = mean(volumes);
  const shares = bars.map(({ high, low, close }, index) => {
    const location = high === low ? 0 : (2 * close - high - low) / (high - low);
    const weight = 5 * volumeless > bars.length ? 1 : (volumes[index] ?? Number.NaN) / meanVolume;
    return 100 * location * weight;
  });
  return Math.min(3000, Math.max(-3000, sum(shares)));
}

function naiveTightness(prices: readonly number[], length: number): number[] {
  return naiveWindows(prices, length, (window) => {
    const high = Math.max(...window);
    const low = Math.min(...window);
    return low > 0 ? (100 * (high - low)) / ((high + low) / 2) : Number.NaN;
  });
}

function naiveDistance(tightness: readonly number[], length: number): number[] {
  return naiveWindows(tightness, 5 * length, (window) => {
    return (window.at(-1) ?? Number.NaN) - Math.min(...window);
  });
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
