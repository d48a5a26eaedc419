import type { ChartLayout } from '@moneytrail/chart';
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

/** Tells what a chart is as it comes, before anybody can change it; returns what ends the waiting. */
function onceOpen({ engine }: ChartController, run: (came: ChartLayout) => void): () => void {
  const came = engine.layout();
  if (came) {
    run(came);
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

/** Loads the saver of a chart and puts it to work once the chart is open; returns what ends it. */
function start(
  controller: ChartController,
  openInstrument: OpenInstrument,
  userId: string,
  onReady: (saver: LayoutSaver) => void,
): () => void {
  let isOver = false;
  const ends: (() => void)[] = [];
  const begin = async (came: ChartLayout) => {
    try {
      const { startSaver } = await import('./start-saver.ts');
      if (isOver) return;
      ends.push(startSaver({ engine: controller.engine, came, openInstrument, userId, onReady }));
    } catch {
      if (!isOver) ends.push(systemClock.after(AGAIN_MS, () => void begin(came)));
    }
  };
  ends.push(onceOpen(controller, (came) => void begin(came)));
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
