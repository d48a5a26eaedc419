import { MARKET_HOURS, MINUTE_MS } from '@moneytrail/calendar';
import { type ChartBar, type ChartEngine, createChart } from '@moneytrail/chart';
import { USUAL_STUDIES } from '@moneytrail/chart/model';
import type { Bar } from '@moneytrail/contract';
import { LIGHT } from '../../packages/chart/browser/harness/themes.ts';
import type { DrawnChart } from './drawn-chart.ts';

const EVENTS = [
  'legend',
  'load',
  'panes',
  'coverage',
  'lastBar',
  'visible',
  'pointedMarks',
] as const;

/** The product's chart, which reads older bars by itself. */
type ProductChart = DrawnChart & {
  engine: ChartEngine;
  /** Shows the bars before those loaded, of which this is the oldest. */
  showBefore: (oldestMs: number) => void;
};

const SHOWN_MS = 150 * MINUTE_MS;

/**
 * The product's chart with all seven studies and a listener for each event, as on the page. `older` are pages of bars
 * before the loaded ones, newest page first.
 */
export function createProductChart(
  container: HTMLElement,
  now: () => number,
  older: readonly Bar[][],
): ProductChart {
  const engine = createChart(container, {
    theme: LIGHT,
    zone: 'Africa/Johannesburg',
    studies: USUAL_STUDIES,
    now,
  });
  for (const name of EVENTS) engine.on(name, () => {});
  let listener: ((bar: ChartBar) => void) | null = null;
  let given = 0;
  const nextPage = () => {
    given += 1;
    return { bars: older[given - 1] ?? [], hasOlder: given < older.length };
  };
  return {
    engine,
    showBefore: (oldestMs) => engine.showSpan(oldestMs - SHOWN_MS, oldestMs),
    load: (bars) =>
      engine.open({
        symbol: {
          ticker: 'FMP:BTCUSD',
          code: 'BTCUSD',
          precision: 2,
          hours: MARKET_HOURS.crypto,
          mayBeNegative: false,
        },
        resolution: '1',
        source: {
          loadNewest: async () => ({ bars, hasOlder: older.length > 0 }),
          loadOlder: async () => nextPage(),
          subscribe: (onBar) => {
            listener = onBar;
            return () => {
              listener = null;
            };
          },
        },
      }),
    tick: (bar) => listener?.(bar),
  };
}
