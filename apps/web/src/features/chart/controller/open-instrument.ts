import { MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { BarSource, ChartBar, ChartSymbol } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { serverClock } from '../../../api/server-clock.ts';
import { stream } from '../../../api/stream/stream.ts';
import { decimalsOf } from '../../../lib/format.ts';
import { type BarSourceSetting, createBarSource, createPageReader } from '../data/bar-source.ts';
import type { ChartController } from './chart-controller.ts';
import { followNewest } from './newest-price.ts';

type Opening = Pick<BarSourceSetting, 'keptBars' | 'neededBars' | 'onClosedBar'> & {
  info: SymbolInfo;
  resolution: Resolution;
};

/** A symbol in the engine's form. */
export function chartSymbolOf(info: SymbolInfo): ChartSymbol {
  return {
    ticker: info.ticker,
    code: info.name,
    precision: decimalsOf(info.pricescale),
    hours: MARKET_HOURS[info.marketHours],
    mayBeNegative: info.mayBeNegative,
    isIndex: info.type === 'index',
  };
}

/** The bars of an instrument, from the server's history and stream. */
export function barSourceOf(
  info: SymbolInfo,
  setting: Omit<BarSourceSetting, 'ticker' | 'exchange' | 'hours'>,
): BarSource {
  const address = { e: info.exchange, fsym: info.name, resolution: setting.resolution };
  return createBarSource(
    { clock: serverClock, random: Math.random, readPage: createPageReader(address), stream },
    {
      ...setting,
      ticker: info.ticker,
      exchange: info.exchange,
      hours: MARKET_HOURS[info.marketHours],
    },
  );
}

/** Deselects and abandons drawings of another instrument, so that no key acts on them unseen; the tool stays. */
function leaveDrawings({ engine, drawing }: ChartController): void {
  const { tool } = drawing.get();
  engine.drawings.select(null);
  if (tool) engine.drawings.setTool(tool);
}

/** Deselects a drawing that the interval does not show. */
function leaveHidden({ engine, drawing }: ChartController, resolution: Resolution): void {
  const { resolutions } = drawing.get().selected ?? {};
  if (resolutions && !resolutions.includes(resolution)) engine.drawings.select(null);
}

/** Opens the bars of an instrument in a chart, live or replayed, and forgets the values of the former ones. */
export function openInstrument(controller: ChartController, opening: Opening): void {
  const { info, ...setting } = opening;
  const { resolution } = setting;
  const { engine, newest, lastTickMs, sessionClose } = controller;
  const isOther = controller.opened.get()?.info.ticker !== info.ticker;
  lastTickMs.set(null);
  const replay = controller.replay.get();
  if (isOther || replay) sessionClose.set(null);
  controller.lastBar.set(null);
  if (replay) controller.isFresh.set(true);
  const onBar = (bar: ChartBar) => newest.set(followNewest(newest.get(), bar));
  const source = replay
    ? replay.sourceOf({ ...opening, onBar }, true)
    : barSourceOf(info, {
        ...setting,
        onFresh: controller.isFresh.set,
        onBar,
        onQuote: (quote) => {
          sessionClose.set(quote?.previousClose ?? null);
          if (quote) lastTickMs.set(quote.timeMs);
        },
        onGap: engine.reload,
      });
  if (isOther) leaveDrawings(controller);
  leaveHidden(controller, resolution);
  const isReplayed = replay !== null;
  controller.opened.set({ info, resolution, atMs: serverClock.now(), isReplayed });
  engine.open({ symbol: chartSymbolOf(info), resolution, source });
}
