import { barClosesAtMs, MARKET_HOURS } from '@moneytrail/calendar';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../stores/toasts.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';

const loadReplay = () => import('./start-replay.ts');

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

/** Starts and ends the replay of the chart; its code is loaded with the first start. */
export function useReplay(): {
  /** Starts at a bar, or goes there in the present replay. */
  start: (barMs?: number) => void;
  end: () => void;
  /** Starts at the crosshair, or ends. */
  toggle: () => void;
} {
  const { controller } = useChartScreen();
  const queryClient = useQueryClient();
  const start = async (barMs?: number) => {
    const atMs = controller && startOf(controller, barMs);
    if (!controller || atMs === null) {
      return showToast({ kind: 'info', text: 'There are no closed bars to replay yet.' });
    }
    try {
      (await loadReplay()).startReplay(controller, queryClient, atMs);
    } catch {
      showToast({ kind: 'error', text: 'The replay could not be loaded.' });
    }
  };
  const end = async () => {
    if (controller?.replay.get()) (await loadReplay()).endReplay(controller, queryClient);
  };
  return {
    start: (barMs) => void start(barMs),
    end: () => void end(),
    toggle: () => void (controller?.replay.get() ? end() : start()),
  };
}

/** The replayed moment; null while the chart is live. */
export function useReplayMs(): number | null {
  const { controller } = useChartScreen();
  return useValue(controller?.replayMs ?? LIVE);
}

const LIVE = { get: () => null, subscribe: () => () => {} };
