import { barClosesAtMs, MARKET_HOURS, type Resolution } from '@moneytrail/calendar';
import type { SymbolInfo } from '@moneytrail/contract';
import type { QueryClient } from '@tanstack/react-query';
import { marksQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { openOnPage } from '../controller/page-chart.ts';
import { markSpans } from '../controller/published-marks.ts';
import { createPageReader } from '../data/bar-source.ts';
import { haveDefaultSignals, presentPreferences } from '../preferences/preferences.ts';
import { type KeptTrades, tradeShelf } from './kept-trades.ts';
import { showPosition } from './position-line.ts';
import { createReplay, type Replay } from './replay.ts';

/** Opens the page's chart and the compared instruments again, replayed or live. */
function reopen(controller: ChartController, queryClient: QueryClient): void {
  const opened = controller.opened.get();
  if (!opened) return;
  // The newest price of the other bars is not one of these.
  controller.newest.set(null);
  openOnPage(controller, queryClient, opened);
  const { comparison } = controller.engine;
  for (const { symbol } of comparison.all()) comparison.reopen(symbol);
}

/** The close of the bar of a time, by default of the one at the crosshair or in the middle; null without closed bars. */
function startOf({ engine, opened, visible }: ChartController, timeMs?: number): number | null {
  const shown = opened.get();
  const view = visible.get();
  const lastMs = engine.lastFinalMs();
  if (!shown || !view || lastMs === null) return null;
  const wantedMs = timeMs ?? engine.crosshair()?.timeMs ?? (view.fromMs + view.toMs) / 2;
  const untilMs = Math.min(wantedMs, lastMs);
  const bars = engine.bars();
  const bar = bars.findLast(({ time }) => time <= untilMs) ?? bars[0];
  if (!bar) return null;
  return barClosesAtMs(MARKET_HOURS[shown.info.marketHours], shown.resolution, bar.time);
}

/**
 * Replays the page's chart from the close of a bar on, or goes there in the present replay; by default the bar at the
 * crosshair or in the middle.
 */
export function startReplay(
  controller: ChartController,
  queryClient: QueryClient,
  barMs?: number,
): void {
  const atMs = startOf(controller, barMs);
  if (atMs === null) {
    showToast({ kind: 'info', text: 'There are no closed bars to replay yet.' });
    return;
  }
  const present = controller.replay.get();
  if (present) {
    void present.startAt(atMs);
    return;
  }
  if (!controller.opened.get()) return;
  begin(controller, queryClient, { start: atMs, trades: tradeShelf.begin() });
  reopen(controller, queryClient);
}

type Beginning = { start: Parameters<typeof createReplay>[1]; trades: KeptTrades };

/** The chart's next bars are those of a replay. */
function begin(
  controller: ChartController,
  queryClient: QueryClient,
  { start, trades }: Beginning,
): Replay {
  const replay = createReplay(
    {
      clock: serverClock,
      random: Math.random,
      readPage: (info, resolution) =>
        createPageReader({ e: info.exchange, fsym: info.name, resolution }),
      moment: controller.replayMs,
      reopen: () => reopen(controller, queryClient),
      inputs: () => presentPreferences().inputs,
      publishedMarks: async ({ exchange, name }, resolution, { fromMs, toMs }) => {
        if (!haveDefaultSignals(presentPreferences().inputs)) return null;
        const address = { e: exchange, fsym: name, resolution };
        const spans = markSpans(fromMs, resolution, serverClock.now(), toMs);
        const reads = spans.map((span) => queryClient.fetchQuery(marksQuery(address, span)));
        // The chart computes its marks too while the published ones cannot be read.
        const answers = await Promise.all(reads).catch(() => []);
        const isWhole = answers.length > 0 && answers.every(({ warning }) => warning === undefined);
        return isWhole ? answers.flatMap(({ marks }) => marks) : null;
      },
      trades,
    },
    start,
  );
  controller.replay.set(replay);
  // The chart's next bars are live ones, also after it was closed.
  replay.ending.addEventListener('abort', () => controller.replay.set(null));
  showPosition(controller, replay);
  window.addEventListener('pagehide', replay.keepTrades, { signal: replay.ending });
  return replay;
}

/**
 * Opens a chart in the replay that it was in before a reload; false where there was none. Without bars at its place the
 * replay ends.
 */
export function resumeReplay(
  controller: ChartController,
  queryClient: QueryClient,
  shown: { info: SymbolInfo; resolution: Resolution },
): boolean {
  const resumed = tradeShelf.resume(shown.info.ticker, shown.resolution);
  if (!resumed) return false;
  const { place, trades } = resumed;
  const replay = begin(controller, queryClient, { start: place, trades });
  openOnPage(controller, queryClient, shown);
  void replay.hasBars().then((hasBars) => {
    if (hasBars || replay.ending.aborted) return;
    endReplay(controller, queryClient);
    showToast({ kind: 'info', text: 'The replay has ended: its bars are no longer there.' });
  });
  return true;
}

const LEFT_OPEN =
  'The open position was left at its last price. The trades of the next replay list it.';

/** Shows live bars again, read anew. */
export function endReplay(controller: ChartController, queryClient: QueryClient): void {
  const replay = controller.replay.get();
  if (!replay) return;
  if (replay.account.get().positions.length > 0) showToast({ kind: 'info', text: LEFT_OPEN });
  replay.end();
  reopen(controller, queryClient);
}
