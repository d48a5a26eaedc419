import type { Bar, MarkSide, SignalMark, StudyInputs } from '../index.ts';
import { mean, naiveDeployment, naivePrice, naiveWindows } from './naive-studies.ts';

/** A reference implementation of the marks by their definition: every bar looks at its five predecessors again. */
export function naiveMarks(bars: readonly Bar[], inputs: StudyInputs): SignalMark[] {
  const prices = bars.map((bar) => naivePrice(bar, inputs));
  const deployment = naiveDeployment(bars, inputs.length);
  const rangeAverage = naiveWindows(bars, 5, (five) => mean(five.map((b) => b.high - b.low)));
  const channel = (length: number) => ({
    buy: naiveWindows(prices, length, (window) => Math.max(...window)),
    sell: naiveWindows(prices, length, (window) => -Math.min(...window)),
  });
  const short = channel(inputs.comboShortRange);
  const long = channel(inputs.comboLongRange);
  const at = (values: readonly number[], index: number) => values[index] ?? Number.NaN;

  /** Undefined if any value it reads is. Sells are buys with all signs reversed. */
  const isBroken = (side: MarkSide, lines: Record<MarkSide, number[]>, index: number) => {
    const sign = side === 'buy' ? 1 : -1;
    const price = sign * at(prices, index);
    const line = at(lines[side], index - 1);
    const reached = line + 0.25 * at(rangeAverage, index - 1);
    if (Number.isNaN(reached)) return undefined;
    return price - reached > 1e-9 * Math.max(Math.abs(price), Math.abs(line));
  };
  const holds = (side: MarkSide, index: number) => {
    const broken = isBroken(side, short, index);
    const d = at(deployment, index);
    if (broken === undefined || Number.isNaN(d)) return undefined;
    const inZone = side === 'buy' ? d >= inputs.longInput - 1e-6 : d <= inputs.shortInput + 1e-6;
    return broken && inZone;
  };

  return bars.flatMap((bar, index) =>
    (['buy', 'sell'] as const).flatMap((side): SignalMark[] => {
      const before = [1, 2, 3, 4, 5].map((back) => holds(side, index - back));
      const strong = isBroken(side, long, index);
      if (!holds(side, index) || strong === undefined) return [];
      if (before.some((held) => held !== false) || at(rangeAverage, index - 1) === 0) return [];
      const share = bar.close < 5000 ? 0.5 : bar.close < 10_000 ? 0.75 : 1;
      const offset = at(rangeAverage, index) * share;
      const price = side === 'buy' ? bar.low - offset : bar.high + offset;
      return [{ index, time: bar.time, side, strong, price, offset }];
    }),
  );
}
