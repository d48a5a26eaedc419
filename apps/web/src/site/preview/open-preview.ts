import { MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { ChartStudy } from '@moneytrail/chart';
import { USUAL_STUDIES } from '@moneytrail/chart/model';
import { getSymbol, type SymbolInfo } from '@moneytrail/contract';
import { request } from '../../api/request.ts';
import { serverClock } from '../../api/server-clock.ts';
import { session } from '../../api/session/session.ts';
import { stream } from '../../api/stream/stream.ts';
import {
  type ChartController,
  createChartController,
} from '../../features/chart/controller/chart-controller.ts';
import { openInstrument } from '../../features/chart/controller/open-instrument.ts';
import { feedStatusOf, STATUS_LOOKS } from '../../features/chart/legend/feed-status.ts';
import { canvasTheme, STANDARD_COLOURS } from '../../features/chart/model/chart-look.ts';
import { decimalsOf, directionOf, formatChange, formatPrice } from '../../lib/format.ts';
import { theme } from '../layout/theme.ts';

/** The free instrument. */
const SYMBOL = 'FMP:BTCUSD';
const SHOWN: readonly string[] = ['shortTermLevels', 'longTermLevels'];
/** The longest level needs a hundred bars; the rest fills the screen. One request: visitors have few a minute. */
const NEEDED_BARS = 200;
/** The status depends on the time: refresh interval. */
const STATUS_MS = 1_000;

/** The head of a preview. */
export type PreviewState = {
  isSimulated: boolean;
  price: string;
  change: string;
  direction: 'up' | 'down' | 'none';
  status: (typeof STATUS_LOOKS)[keyof typeof STATUS_LOOKS] | null;
  /** The reason nothing is drawn; null if something is, or will be. */
  failure: string | null;
};

export type Preview = {
  /** Switches the resolution; the old bars stay until the first new ones arrive. */
  show: (resolution: Resolution) => void;
  retry: () => void;
  end: () => void;
};

const studies: ChartStudy[] = USUAL_STUDIES.filter(({ id }) => SHOWN.includes(id));

/** Opens a series; the former series' price does not apply to it. */
function openBars(controller: ChartController, info: SymbolInfo, resolution: Resolution): void {
  controller.newest.set(null);
  openInstrument(controller, {
    info,
    resolution,
    keptBars: [],
    neededBars: () => NEEDED_BARS,
    onClosedBar: () => {},
  });
}

function stateOf(
  controller: ChartController,
  info: SymbolInfo,
  { resolution, isOffline }: { resolution: Resolution; isOffline: boolean },
): PreviewState {
  const decimals = decimalsOf(info.pricescale);
  const newest = controller.newest.get();
  const load = controller.load.get();
  const status = feedStatusOf({
    isFromFiles: false,
    isExchangeOffline: isOffline,
    stream: stream.state.get(),
    isUnread: controller.isUnread.get(),
    load,
    openedAtMs: controller.opened.get()?.atMs ?? 0,
    lastTickMs: controller.lastTickMs.get(),
    hours: MARKET_HOURS[info.marketHours],
    resolution,
    nowMs: serverClock.now(),
  });
  const before = controller.sessionClose.get();
  return {
    isSimulated: info.simulated,
    price: formatPrice(newest?.price, decimals),
    change: formatChange(newest?.price, before, decimals),
    direction: directionOf(newest && before !== null ? newest.price - before : null),
    status: STATUS_LOOKS[status],
    failure: load.kind === 'failed' && !load.hasBars ? load.message : null,
  };
}

/**
 * Draws the free instrument, live, into an element. Rejects if the server does not describe it; later failures go to
 * `onChange`.
 */
export async function openPreview(
  element: HTMLElement,
  first: Resolution,
  onChange: (state: PreviewState) => void,
): Promise<Preview> {
  const info = await request(getSymbol, { query: { symbol: SYMBOL } });
  const controller = createChartController(element, {
    theme: canvasTheme(theme.get(), STANDARD_COLOURS),
    zone: 'Etc/UTC',
    studies,
    now: serverClock.now,
    isEmbedded: true,
  });
  const { engine, newest, sessionClose, load, isUnread } = controller;
  let resolution = first;
  let isOffline = false;
  let isAskedForSomebody = session.token.get() !== null;
  const ask = (open: () => void) => {
    isAskedForSomebody = session.token.get() !== null;
    open();
  };
  /** The first call ends an expired session; visitors see the bars too. */
  const askAsVisitor = () => {
    if (load.get().kind !== 'failed' || !isAskedForSomebody || session.token.get() !== null) return;
    isAskedForSomebody = false;
    engine.retry();
  };
  const tell = () => onChange(stateOf(controller, info, { resolution, isOffline }));
  const timer = window.setInterval(tell, STATUS_MS);
  const stops = [
    ...[newest, sessionClose, load, isUnread, stream.state].map((store) => store.subscribe(tell)),
    load.subscribe(askAsVisitor),
    session.token.subscribe(() => {
      if (session.token.get() === null) stream.restart();
    }),
    stream.onFeed((exchange, isNowOffline) => {
      if (exchange === info.exchange) isOffline = isNowOffline;
    }),
    theme.subscribe(() => engine.setTheme(canvasTheme(theme.get(), STANDARD_COLOURS))),
    () => window.clearInterval(timer),
    controller.dispose,
  ];
  openBars(controller, info, first);
  return {
    show: (next) => {
      resolution = next;
      ask(() => openBars(controller, info, next));
    },
    retry: () => ask(engine.retry),
    end: () => {
      for (const stop of stops) stop();
    },
  };
}
