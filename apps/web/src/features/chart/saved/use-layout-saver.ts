import type { ChartLayout } from '@moneytrail/chart';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { readClaims } from '../../../api/session/access-token.ts';
import { session } from '../../../api/session/session.ts';
import { systemClock } from '../../../lib/clock.ts';
import { beginUrgent } from '../../../ui/hooks/use-when-idle.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import type { ChartCells } from '../grid/chart-cells.ts';
import type { LayoutSaver } from './layout-saver.ts';
import type { OpenInstrument } from './savable-chart.ts';
import type { StartedSaver } from './start-saver.ts';

/** Pause before the saver's code or the first layout is read again after a failure. */
const RETRY_MS = 5_000;

/** Calls back with the chart before anybody can change it; returns what cancels that. */
function onceOpen({ engine }: ChartController, run: (initial: ChartLayout) => void): () => void {
  const initial = engine.layout();
  if (initial) {
    run(initial);
    return () => {};
  }
  const stopWaiting = engine.on('coverage', () => {
    const first = engine.layout();
    if (!first) return;
    stopWaiting();
    run(first);
  });
  return stopWaiting;
}

type Setting = {
  cells: ChartCells;
  /** The first chart of the page. */
  controller: ChartController;
  openInstrument: OpenInstrument;
  userId: string;
  onReady: (saver: LayoutSaver) => void;
};

/** Loads the saver's code once the chart is open, and resumes until that succeeds; returns what ends the saver. */
function saveFrom({ cells, controller, openInstrument, userId, onReady }: Setting): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let started: StartedSaver | null = null;
  let cancelRetry = () => {};
  // A layout may hold further charts, which go before preloaded parts.
  const endUrgent = beginUrgent();
  const attempt = async (initial: ChartLayout) => {
    if (!started) {
      const { startSaver } = await import('./start-saver.ts');
      started = await startSaver({ cells, initial, openInstrument, userId, signal });
      if (signal.aborted) return started.end();
      onReady(started.saver);
    }
    await started.resume();
  };
  const run = (initial: ChartLayout) => {
    attempt(initial)
      .catch(() => {
        if (!signal.aborted) cancelRetry = systemClock.after(RETRY_MS, () => run(initial));
      })
      .finally(endUrgent);
  };
  const stopWaiting = onceOpen(controller, run);
  return () => {
    ending.abort();
    endUrgent();
    stopWaiting();
    cancelRetry();
    started?.end();
  };
}

/** Keeps the charts on the server for a signed-in user; null until that is ready, and for a shared chart. */
export function useLayoutSaver(
  cells: ChartCells,
  isPlaced: boolean,
  openInstrument: OpenInstrument,
  isShared: boolean,
): LayoutSaver | null {
  const [saver, setSaver] = useState<LayoutSaver | null>(null);
  const open = useEffectEvent(openInstrument);
  // It ends before the charts are gone, so that changes of the last moment are kept.
  useLayoutEffect(() => {
    const userId = readClaims(session.token.get())?.subject;
    const controller = isPlaced ? cells.active()?.controller : undefined;
    if (!controller || userId === undefined || isShared) return;
    const end = saveFrom({
      cells,
      controller,
      openInstrument: (at) => open(at),
      userId,
      onReady: setSaver,
    });
    return () => {
      end();
      setSaver(null);
    };
  }, [cells, isPlaced, isShared]);
  return saver;
}
