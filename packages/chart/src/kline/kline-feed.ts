import { isDateResolution, type Resolution } from '@moneytrail/calendar';
import type { Chart, DataLoader, KLineData, Period } from 'klinecharts';
import type { ChartBar, ChartSymbol } from '../chart-source.ts';

/**
 * Hands our bars to the library. It never loads by itself: it is given all bars when something is opened, and every
 * later change is made in its live list, followed by the last bar sent once more, which lays out and draws anew.
 * So no answer of ours can meet the wrong request, and pages come when we want them.
 */
export type KlineFeed = {
  /**
   * Shows these bars of a symbol from the newest on. The library takes them a little later; `onTaken` is called just
   * before, so that what it changes of the layout is laid out once, together with the bars.
   */
  open: (
    opening: { symbol: ChartSymbol; resolution: Resolution; bars: readonly ChartBar[] },
    onTaken: () => void,
  ) => void;
  /** Same symbol, other bars: the distance to the newest bar stays. */
  replaceAll: (bars: readonly ChartBar[]) => void;
  /** Puts older bars in front; what is in view stays in view. */
  prepend: (bars: readonly ChartBar[]) => void;
  /** The newest bar's new state, or the bar after it. */
  update: (bar: ChartBar) => void;
  /** Another state of a bar further back; drawn with the next `redraw`. */
  correct: (index: number, bar: ChartBar) => void;
  /** A bar that was missing before the one at an index; drawn with the next `redraw`. */
  insert: (index: number, bar: ChartBar) => void;
  /** Draws anew after something other than a bar has changed. */
  redraw: () => void;
};

/** The library's name of a resolution: it spaces the times beyond the last bar. */
function klinePeriod(resolution: Resolution): Period {
  if (isDateResolution(resolution)) {
    const type = ({ '1D': 'day', '1W': 'week', '1M': 'month' } as const)[resolution];
    return { type, span: 1 };
  }
  return { type: 'minute', span: Number(resolution) };
}

function klineData({ time, open, high, low, close, volume }: ChartBar): KLineData {
  const bar = { timestamp: time, open, high, low, close };
  return volume === null ? bar : { ...bar, volume };
}

/** At most so many arguments go into one call. */
const MOST_ARGUMENTS = 10_000;

/** Moves the held ones in one step of the machine, without a copy beside them. */
function putBefore(list: KLineData[], bars: readonly ChartBar[]): void {
  for (let end = bars.length; end > 0; end -= MOST_ARGUMENTS) {
    list.unshift(...bars.slice(Math.max(0, end - MOST_ARGUMENTS), end).map(klineData));
  }
}

export function createKlineFeed(chart: Chart): KlineFeed {
  let opening: KLineData[] = [];
  let onOpeningTaken = () => {};
  let asks = 0;
  let send: ((bar: KLineData) => void) | null = null;
  const loader: DataLoader = {
    getBars({ type, callback }) {
      asks += 1;
      const asked = asks;
      // Never at once: a synchronous answer runs inside the library's own setter. A change of symbol and period asks
      // twice; the first answer would be thrown away.
      queueMicrotask(() => {
        if (asked !== asks) return;
        if (type === 'init') onOpeningTaken();
        callback(type === 'init' ? opening : [], false);
      });
    },
    subscribeBar({ callback }) {
      send = callback;
    },
    unsubscribeBar() {
      send = null;
    },
  };
  const resendLast = () => {
    const last = chart.getDataList().at(-1);
    if (last && send) send({ ...last });
    else chart.resize();
  };
  /** What was opened is the library's own list as soon as it has taken it. */
  const list = () => (send ? chart.getDataList() : opening);
  chart.setDataLoader(loader);

  return {
    open({ symbol, resolution, bars }, onTaken) {
      opening = bars.map(klineData);
      onOpeningTaken = onTaken;
      chart.setSymbol({
        ticker: symbol.ticker,
        pricePrecision: symbol.precision,
        volumePrecision: 0,
      });
      chart.setPeriod(klinePeriod(resolution));
    },
    replaceAll(bars) {
      const drawn = chart.getDataList();
      drawn.length = 0;
      for (const bar of bars) drawn.push(klineData(bar));
      resendLast();
    },
    prepend(bars) {
      putBefore(list(), bars);
      resendLast();
    },
    update(bar) {
      if (send) send(klineData(bar));
      else if (opening.at(-1)?.timestamp === bar.time) opening[opening.length - 1] = klineData(bar);
      else opening.push(klineData(bar));
    },
    correct(index, bar) {
      list()[index] = klineData(bar);
    },
    insert(index, bar) {
      list().splice(index, 0, klineData(bar));
    },
    redraw: resendLast,
  };
}
