import { MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { BarSource, ChartSymbol } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { serverClock } from '../../../api/server-clock.ts';
import { stream } from '../../../api/stream/stream.ts';
import { systemClock } from '../../../lib/clock.ts';
import { decimalsOf } from '../../../lib/format.ts';
import { createPageReader, withRetries } from '../history/read-page.ts';
import { type BarSourceSetting, createBarSource } from '../live/bar-source.ts';
import type { ChartController } from './chart-controller.ts';
import { followNewest } from './newest-price.ts';

/** The server's time, and waiting. */
export const chartClock = { now: serverClock.now, after: systemClock.after };

/** What is opened, and what is to be known and told of its bars. */
type Opening = Pick<BarSourceSetting, 'keptBars' | 'neededBars' | 'onClosedBar'> & {
  info: SymbolInfo;
  resolution: Resolution;
};

/** A symbol as the chart's engine needs it. */
export function chartSymbolOf(info: SymbolInfo): ChartSymbol {
  return {
    ticker: info.ticker,
    code: info.name,
    precision: decimalsOf(info.pricescale),
    hours: MARKET_HOURS[info.marketHours],
    mayBeNegative: info.mayBeNegative,
  };
}

/** Where the bars of an instrument come from: its history, and the stream. */
export function barSourceOf(
  info: SymbolInfo,
  setting: Omit<BarSourceSetting, 'ticker' | 'exchange' | 'hours'>,
): BarSource {
  const address = { e: info.exchange, fsym: info.name, resolution: setting.resolution };
  const readPage = withRetries(chartClock, createPageReader(address));
  return createBarSource(
    { clock: chartClock, random: Math.random, readPage, stream },
    {
      ...setting,
      ticker: info.ticker,
      exchange: info.exchange,
      hours: MARKET_HOURS[info.marketHours],
    },
  );
}

/** What was chosen or begun on another instrument is let go, so that no key acts on it out of sight; the tool stays. */
function leaveDrawings({ engine, drawing }: ChartController): void {
  const { tool } = drawing.get();
  engine.drawings.select(null);
  if (tool) engine.drawings.setTool(tool);
}

/** Opens the bars of an instrument in a chart, live; what was told of those before is forgotten. */
export function openInstrument(controller: ChartController, opening: Opening): void {
  const { info, ...setting } = opening;
  const { resolution } = setting;
  const { engine, newest } = controller;
  controller.lastTickMs.set(null);
  controller.lastBar.set(null);
  const source = barSourceOf(info, {
    ...setting,
    onTick: controller.lastTickMs.set,
    onGap: engine.reload,
  });
  if (controller.opened.get()?.info.ticker !== info.ticker) leaveDrawings(controller);
  controller.opened.set({ info, resolution, atMs: chartClock.now() });
  engine.open({
    symbol: chartSymbolOf(info),
    resolution,
    source: {
      ...source,
      subscribe: (onBar, onUnread) =>
        source.subscribe((bar) => {
          newest.set(followNewest(newest.get(), bar));
          onBar(bar);
        }, onUnread),
    },
  });
}
