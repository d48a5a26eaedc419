import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../stores/toasts.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useChartScreen } from '../model/chart-context.ts';

const loadReplay = () => import('./start-replay.ts');

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
    if (!controller) return;
    try {
      (await loadReplay()).startReplay(controller, queryClient, barMs);
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
