import { useEffect, useState } from 'react';
import { readClaims } from '../../../api/session/access-token.ts';
import { session } from '../../../api/session/session.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import type { LayoutSaver } from './layout-saver.ts';
import type { OpenInstrument } from './savable-chart.ts';
import { useLatest } from './use-latest.ts';

/** So long after the saver's code could not be loaded it is tried again, ms. */
const AGAIN_MS = 5_000;

/** Runs once the first bars of a chart are there; returns what ends the waiting. */
function afterFirstBars({ engine }: ChartController, run: () => void): () => void {
  if (engine.layout()) {
    run();
    return () => {};
  }
  const stopWaiting = engine.on('coverage', () => {
    stopWaiting();
    run();
  });
  return stopWaiting;
}

/** Loads the saver of a chart and puts it to work once the first bars are there; returns what ends it. */
function start(
  controller: ChartController,
  openInstrument: OpenInstrument,
  userId: string,
  onReady: (saver: LayoutSaver) => void,
): () => void {
  let isOver = false;
  const ends: (() => void)[] = [];
  const begin = async () => {
    try {
      const { startSaver } = await import('./start-saver.ts');
      if (isOver) return;
      ends.push(startSaver({ engine: controller.engine, openInstrument, userId, onReady }));
    } catch {
      if (!isOver) ends.push(systemClock.after(AGAIN_MS, () => void begin()));
    }
  };
  ends.push(afterFirstBars(controller, () => void begin()));
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/** Keeps the chart on the server for whoever is signed in; null until that is ready, and for somebody else's chart. */
export function useLayoutSaver(
  controller: ChartController | null,
  openInstrument: OpenInstrument,
  isShared: boolean,
): LayoutSaver | null {
  const [saver, setSaver] = useState<LayoutSaver | null>(null);
  const open = useLatest(openInstrument);
  useEffect(() => {
    const userId = readClaims(session.token.get())?.subject;
    if (!controller || userId === undefined || isShared) return;
    const end = start(controller, (at) => open.current(at), userId, setSaver);
    return () => {
      end();
      setSaver(null);
    };
  }, [controller, open, isShared]);
  return saver;
}
