import { MARKET_HOURS } from '@moneytrail/calendar';
import { type ChartBar, createChart } from '@moneytrail/chart';
import { STUDIES } from '@moneytrail/indicators';
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

/** The product's chart with all seven studies, heard by a page as the live chart hears it. */
export function createProductChart(container: HTMLElement, lastMs: number): DrawnChart {
  const engine = createChart(container, {
    theme: LIGHT,
    zone: 'Africa/Johannesburg',
    studies: STUDIES.map(({ id }) => ({ id, inputs: {}, isVisible: true })),
    now: () => lastMs + 1_000,
  });
  for (const name of EVENTS) engine.on(name, () => {});
  let listener: ((bar: ChartBar) => void) | null = null;
  return {
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
          loadNewest: async () => ({ bars, hasOlder: false }),
          loadOlder: async () => ({ bars: [], hasOlder: false }),
          subscribe: (given) => {
            listener = given;
            return () => {
              listener = null;
            };
          },
        },
      }),
    tick: (bar) => listener?.(bar),
  };
}
