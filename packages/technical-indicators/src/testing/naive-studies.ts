import type { StepBar } from '@moneytrail/indicators';
import {
  at,
  changeOver,
  closes,
  deviation,
  ema,
  mean,
  middles,
  minus,
  over,
  pairs,
  ratio,
  sum,
  trueRanges,
  volumes,
  weighted,
  wilder,
} from './naive-series.ts';

/**
 * Plain implementations of the default inputs, written from the definitions: a value at every bar, each computed from all
 * bars before. They check studies for which no other implementation is at hand.
 */
type Naive = (bars: readonly StepBar[]) => Readonly<Record<string, readonly number[]>>;

export const NAIVE_STUDIES: Readonly<Record<string, Naive>> = {
  alma: (bars) => {
    const weights = Array.from({ length: 9 }, (_, i) => {
      return Math.exp(-((i - 0.85 * 8) ** 2) / (2 * (9 / 6) ** 2));
    });
    const average = over(closes(bars), 9, (window) => {
      return sum(window.map((value, i) => value * at(weights, i))) / sum(weights);
    });
    return { average };
  },
  mcginley: (bars) => {
    const average: number[] = [];
    for (const price of closes(bars)) {
      const last = average.at(-1) ?? price;
      average.push(last + (price - last) / (0.6 * 14 * (price / last) ** 4));
    }
    return { average };
  },
  superSmoother: (bars) => {
    const root = Math.exp((-Math.SQRT2 * Math.PI) / 10);
    const first = 2 * root * Math.cos((Math.SQRT2 * Math.PI) / 10);
    const second = -(root ** 2);
    const prices = closes(bars);
    const average: number[] = [];
    for (const [index, price] of prices.entries()) {
      const input = ((1 - first - second) * (price + at(prices, index - 1))) / 2;
      const [last, before] = [at(average, index - 1), at(average, index - 2)];
      average.push(index < 2 ? price : input + first * last + second * before);
    }
    return { average };
  },
  supertrend: (bars) => {
    const ranges = wilder(trueRanges(bars), 10);
    let [upper, lower, isUp, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, false, 0];
    const stop = bars.map(({ high, low, close }, index) => {
      const range = 3 * at(ranges, index);
      if (Number.isNaN(range)) return range;
      const middle = (high + low) / 2;
      if (middle + range < upper || last > upper) upper = middle + range;
      if (middle - range > lower || last < lower) lower = middle - range;
      isUp = isUp ? close >= lower : close > upper;
      last = close;
      return isUp ? lower : upper;
    });
    return { stop };
  },
  vortex: (bars) => {
    const ranges = trueRanges(bars);
    return {
      plus: ratio(
        pairs(bars, (bar, last) => Math.abs(bar.high - last.low)),
        ranges,
        14,
      ),
      minus: ratio(
        pairs(bars, (bar, last) => Math.abs(bar.low - last.high)),
        ranges,
        14,
      ),
    };
  },
  alligator: (bars) => {
    const line = (length: number, offset: number) => {
      const average = wilder(middles(bars), length);
      return average.map((_, index) => at(average, index - offset));
    };
    return { jaw: line(13, 8), teeth: line(8, 5), lips: line(5, 3) };
  },
  chandeKrollStop: (bars) => {
    const ranges = wilder(trueRanges(bars), 10);
    const highest = over(
      bars.map(({ high }) => high),
      10,
      (window) => Math.max(...window),
    );
    const lowest = over(
      bars.map(({ low }) => low),
      10,
      (window) => Math.min(...window),
    );
    const short = minus(highest, ranges);
    const long = lowest.map((value, index) => value + at(ranges, index));
    return {
      short: over(short, 9, (window) => Math.max(...window)),
      long: over(long, 9, (window) => Math.min(...window)),
    };
  },
  dpo: (bars) => {
    const prices = closes(bars);
    const averages = over(prices, 21, mean);
    return { dpo: averages.map((average, index) => at(prices, index - 11) - average) };
  },
  coppock: (bars) => {
    const [long, short] = [changeOver(closes(bars), 14), changeOver(closes(bars), 11)];
    return {
      curve: over(
        long.map((value, i) => value + at(short, i)),
        10,
        weighted,
      ),
    };
  },
  acceleratorOscillator: (bars) => {
    const prices = middles(bars);
    const awesome = minus(over(prices, 5, mean), over(prices, 34, mean));
    return { oscillator: minus(awesome, over(awesome, 5, mean)) };
  },
  elderRay: (bars) => {
    const average = ema(closes(bars), 13);
    return {
      bull: bars.map(({ high }, index) => high - at(average, index)),
      bear: bars.map(({ low }, index) => low - at(average, index)),
    };
  },
  deMarker: (bars) => {
    const rises = pairs(bars, (bar, last) => Math.max(bar.high - last.high, 0));
    const falls = pairs(bars, (bar, last) => Math.max(last.low - bar.low, 0));
    return {
      deMarker: ratio(
        rises,
        rises.map((rise, i) => rise + at(falls, i)),
        14,
      ),
    };
  },
  waveTrend: (bars) => {
    const typical = bars.map(({ high, low, close }) => (high + low + close) / 3);
    const distance = minus(typical, ema(typical, 10));
    const size = ema(distance.map(Math.abs), 10);
    const index = distance.map((value, i) =>
      at(size, i) === 0 ? 0 : value / (0.015 * at(size, i)),
    );
    const wave = ema(index, 21);
    return { wave, signal: over(wave, 4, mean) };
  },
  bollingerPercentB: (bars) => {
    const place = over(closes(bars), 20, (window) => {
      return 0.5 + ((window.at(-1) ?? 0) - mean(window)) / (4 * deviation(window));
    });
    return { place };
  },
  bollingerBandWidth: (bars) => {
    const width = over(closes(bars), 20, (window) => (400 * deviation(window)) / mean(window));
    return { width };
  },
  historicalVolatility: (bars) => {
    const changes = pairs(bars, ({ close }, last) => Math.log(close / last.close));
    const volatility = over(changes, 20, (window) => 100 * Math.sqrt(252) * deviation(window));
    return { volatility };
  },
  choppiness: (bars) => {
    const ranges = trueRanges(bars);
    const choppiness = bars.map((_, index) => {
      if (index < 14) return Number.NaN;
      const window = bars.slice(index - 13, index + 1);
      const before = bars[index - 14]?.close ?? 0;
      // The ends of true ranges: the close before the window counts for its first bar.
      const high = Math.max(before, ...window.map((bar) => bar.high));
      const low = Math.min(before, ...window.map((bar) => bar.low));
      const total = sum(ranges.slice(index - 13, index + 1));
      return (100 * Math.log10(total / (high - low))) / Math.log10(14);
    });
    return { choppiness };
  },
  ulcer: (bars) => {
    const index = over(closes(bars), 14, (window) => {
      const falls = window.map((price, i) => 1 - price / Math.max(...window.slice(0, i + 1)));
      return 100 * Math.sqrt(mean(falls.map((fall) => fall ** 2)));
    });
    return { index };
  },
  relativeVolatility: (bars) => {
    const deviations = over(closes(bars), 10, deviation).slice(9);
    const changes = pairs(bars, ({ close }, last) => close - last.close).slice(9);
    const share = (isRise: boolean) =>
      wilder(
        deviations.map((one, i) =>
          at(changes, i) > 0 === isRise && at(changes, i) !== 0 ? one : 0,
        ),
        14,
      );
    const [up, down] = [share(true), share(false)];
    const index = up.map((value, i) => (100 * value) / (value + at(down, i)));
    return { index: [...Array(9).fill(Number.NaN), ...index] };
  },
  easeOfMovement: (bars) => {
    const ease = pairs(bars, (bar, last) => {
      const way = (bar.high + bar.low - last.high - last.low) / 2;
      return (way * (bar.high - bar.low) * 1e8) / bar.volume;
    });
    return { ease: over(ease, 14, mean) };
  },
  priceVolumeTrend: (bars) => {
    const steps = pairs(bars, (bar, last) => bar.volume * (bar.close / last.close - 1)).slice(1);
    return { trend: [Number.NaN, ...steps.map((_, index) => sum(steps.slice(0, index + 1)))] };
  },
  percentageVolume: (bars) => {
    const slow = ema(volumes(bars), 26);
    const fast = ema(volumes(bars), 12);
    return { pvo: slow.map((value, index) => 100 * (at(fast, index) / value - 1)) };
  },
  relativeVolume: (bars) => {
    const averages = over(volumes(bars), 10, mean);
    return { ratio: bars.map(({ volume }, index) => volume / at(averages, index - 1)) };
  },
  volumeRateOfChange: (bars) => ({ change: changeOver(volumes(bars), 14) }),
  vidya: (bars) => {
    const prices = closes(bars);
    const changes = pairs(bars, ({ close }, last) => close - last.close);
    const strength = over(
      changes,
      14,
      (window) => Math.abs(sum(window)) / sum(window.map(Math.abs)),
    );
    const average: number[] = [];
    for (const [index, price] of prices.entries()) {
      const weight = (2 / 15) * (at(strength, index) || 0);
      average.push(weight * price + (1 - weight) * (average.at(-1) ?? at(prices, 0)));
    }
    return { average };
  },
  frama: (bars) => {
    const prices = closes(bars);
    const range = (length: number) =>
      over(prices, length, (window) => (Math.max(...window) - Math.min(...window)) / length);
    const [halves, whole] = [range(8), range(16)];
    const average: number[] = [];
    for (const [index, price] of prices.entries()) {
      const both = at(halves, index) + at(halves, index - 8);
      const dimension = Math.log2(both / at(whole, index));
      const weight = index < 16 ? 1 : Math.min(Math.max(Math.exp(-4.6 * (dimension - 1)), 0.01), 1);
      average.push(weight * price + (1 - weight) * (average.at(-1) ?? price));
    }
    return { average };
  },
  volatilityStop: (bars) => {
    const ranges = wilder(trueRanges(bars), 20);
    let [last, lastClose] = [Number.NaN, Number.NaN];
    const stop = bars.map(({ close }, index) => {
      const loss = 2 * at(ranges, index);
      if (Number.isNaN(loss)) return loss;
      const isRising = !(close <= last);
      const isTurn = Number.isNaN(last) || isRising !== lastClose > last;
      const next = isRising ? close - loss : close + loss;
      last = isTurn ? next : isRising ? Math.max(last, next) : Math.min(last, next);
      lastClose = close;
      return last;
    });
    return { stop };
  },
  randomWalkIndex: (bars) => {
    const walks = Array.from({ length: 13 }, (_, index) => {
      const ranges = wilder(trueRanges(bars), index + 2);
      return ranges.map((range) => range * Math.sqrt(index + 2));
    });
    const largest = (of: (bar: StepBar, earlier: StepBar) => number) =>
      bars.map((bar, index) =>
        Math.max(
          ...walks.map((walk, stretch) => {
            const earlier = bars[index - stretch - 1];
            return earlier ? of(bar, earlier) / at(walk, index) : 0;
          }),
        ),
      );
    return {
      high: largest(({ high }, { low }) => high - low),
      low: largest(({ low }, { high }) => high - low),
    };
  },
  connorsRsi: (bars) => {
    const changes = pairs(bars, ({ close }, last) => close / last.close - 1).slice(1);
    const streaks = [0];
    for (const change of changes) {
      const last = streaks.at(-1) ?? 0;
      const sign = Math.sign(change);
      streaks.push(sign === 0 ? 0 : Math.sign(last) === sign ? last + sign : sign);
    }
    const ranks = changes.map((change, index) => {
      return changes.slice(Math.max(0, index - 100), index).filter((one) => one < change).length;
    });
    const price = strengthOf(closes(bars), 3);
    const streak = strengthOf(streaks.slice(1), 2);
    return {
      rsi: bars.map((_, index) => {
        return (at(price, index) + at(streak, index - 1) + at(ranks, index - 1)) / 3;
      }),
    };
  },
  schaffTrendCycle: (bars) => {
    const place = (values: readonly number[]) =>
      over(values, 10, (window) => {
        const [low, high] = [Math.min(...window), Math.max(...window)];
        return high === low ? 50 : (100 * ((window.at(-1) ?? 0) - low)) / (high - low);
      }).slice(9);
    const macd = minus(ema(closes(bars), 23), ema(closes(bars), 50)).slice(49);
    const once = ema(place(macd), 3);
    return { cycle: [...Array(49 + 18).fill(Number.NaN), ...ema(place(once), 3)] };
  },
  relativeVigor: (bars) => {
    const smooth = (values: readonly number[]) =>
      over(values, 4, ([a = 0, b = 0, c = 0, d = 0]) => (a + 2 * b + 2 * c + d) / 6);
    const bodies = smooth(bars.map(({ open, close }) => close - open));
    const vigor = ratio(bodies, smooth(bars.map(({ high, low }) => high - low)), 10);
    return { vigor, signal: smooth(vigor) };
  },
  squeeze: (bars) => {
    const prices = closes(bars);
    const average = over(prices, 20, mean);
    const middle = over(
      bars.map(({ high }) => high),
      20,
      (window) => Math.max(...window),
    ).map(
      (high, index) =>
        (high + Math.min(...bars.slice(index - 19, index + 1).map(({ low }) => low))) / 2,
    );
    const distances = prices.map((price, i) => price - (at(middle, i) + at(average, i)) / 2);
    const momentum = over(distances, 20, (window) => {
      const slope = sum(window.map((value, i) => (i - 9.5) * value)) / 665;
      return mean(window) + 9.5 * slope;
    });
    return { momentum };
  },
};

function strengthOf(values: readonly number[], length: number): number[] {
  const changes = values.slice(1).map((value, index) => value - at(values, index));
  const rises = wilder(
    changes.map((change) => Math.max(change, 0)),
    length,
  );
  const falls = wilder(
    changes.map((change) => Math.max(-change, 0)),
    length,
  );
  const strength = rises.map((rise, i) =>
    at(falls, i) === 0 ? 100 : (100 * rise) / (rise + at(falls, i)),
  );
  return [Number.NaN, ...strength];
}
