import type { PeriodName, StepContext } from '@moneytrail/indicators';
import type { Candle } from './adapter.ts';
import { choice } from './form.ts';

/** The periods at whose starts a study may begin anew. */
export const PERIODS = choice('Period', {
  auto: 'Auto',
  session: 'Session',
  week: 'Week',
  month: 'Month',
  year: 'Year',
});

/** Ends the definition of a study with such periods. */
export const ABOUT_AUTO =
  'Auto is the session on minutes and hours, the month on days, and the year on longer bars.';

/** Where a chart is not known: the bars of a session of minutes, and of longer periods of bars that suit them: 5 minutes, 15 minutes, 4 hours. */
const PERIOD_BARS: Readonly<Record<string, number>> = {
  session: 1440,
  week: 7 * 288,
  month: 31 * 96,
  year: 366 * 6,
};

const PERIOD_DAYS: Readonly<Record<string, number>> = { session: 1, week: 7, month: 31, year: 366 };

function usualPeriod(barsInDay: number): string {
  if (barsInDay > 1) return 'session';
  return barsInDay === 1 ? 'month' : 'year';
}

/** The most bars of a period; `barsInDay` of a chart, less than 1 if its bars are longer than a day. */
export function periodBars(asked: string, barsInDay?: number): number {
  const period = asked === 'auto' ? usualPeriod(barsInDay ?? Number.POSITIVE_INFINITY) : asked;
  if (barsInDay === undefined) return PERIOD_BARS[period] ?? 0;
  return Math.max(1, Math.ceil((PERIOD_DAYS[period] ?? 0) * barsInDay));
}

const NAMES: readonly PeriodName[] = ['session', 'week', 'month', 'year'];

type Reduction<State> = {
  /** The state before the first bar of a period; `prior` is that of the period before, null if not all of it is known. */
  readonly begin: (prior: State | null) => State;
  readonly add: (state: State, candle: Candle) => State;
};

type Period<State> = {
  readonly startMs: number;
  readonly state: State;
  /** False for the period of the first bar, unless that bar starts it. */
  readonly isWhole: boolean;
};

/** Reduces the bars of each period to a state. States are never changed, so a new state of a bar starts from the last. */
export function byPeriod<State>(
  period: string,
  context: StepContext,
  { begin, add }: Reduction<State>,
) {
  const name = NAMES.find((one) => one === period) ?? 'auto';
  let before: Period<State> | null = null;
  let now: Period<State> | null = null;
  return (candle: Candle, replace: boolean): Period<State> => {
    if (!replace) before = now;
    const startMs = context.periodStart(name, candle.timeMs);
    const next = before?.startMs === startMs ? before : nextPeriod(startMs, candle);
    now = { ...next, state: add(next.state, candle) };
    return now;
  };

  function nextPeriod(startMs: number, { timeMs }: Candle): Period<State> {
    const state = begin(before?.isWhole ? before.state : null);
    return { startMs, state, isWhole: before !== null || timeMs <= startMs };
  }
}
