import { useEffect, useState } from 'react';
import { reachability } from '../../../api/reachability.ts';
import { readClaims } from '../../../api/session/access-token.ts';
import { session } from '../../../api/session/session.ts';
import { stream } from '../../../api/stream/stream.ts';
import { systemClock } from '../../../lib/clock.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { autosave } from '../preferences/autosave.ts';
import { presentPreferences, updatePreferences } from '../preferences/preferences.ts';
import { openDrafts } from './drafts.ts';
import { layoutApi } from './layout-api.ts';
import { createLayoutSaver, type LayoutSaver } from './layout-saver.ts';
import { createSavableChart, type OpenInstrument } from './savable-chart.ts';
import { useLatest } from './use-latest.ts';

/** So long after a layout could not be read at the start it is tried again, ms. */
const AGAIN_MS = 5_000;

function tell(text: string): void {
  showToast({ kind: 'error', text });
}

/** Puts the saver of a chart to work once its first bars are there; returns what ends it. */
function start(
  { engine }: ChartController,
  openInstrument: OpenInstrument,
  userId: string,
  onReady: (saver: LayoutSaver) => void,
): () => void {
  let isOver = false;
  const ends: (() => void)[] = [];
  const begin = async () => {
    const drafts = await openDrafts();
    if (isOver) return;
    const saver = createLayoutSaver({
      chart: createSavableChart(engine, openInstrument),
      api: layoutApi,
      drafts,
      clock: systemClock,
      random: Math.random,
      userId,
      isSignedIn: () => readClaims(session.token.get())?.subject === userId,
      lastId: {
        get: () => presentPreferences().layoutId,
        set: (layoutId) => {
          if (presentPreferences().layoutId !== layoutId) updatePreferences({ layoutId });
        },
      },
      isAutomatic: autosave.get,
      newKey: randomUuid,
      tell,
    });
    ends.push(saver.dispose, stream.onLayout(saver.noticeRemote));
    ends.push(reachability.isReachable.subscribe(saver.retryNow));
    onReady(saver);
    const resume = () => {
      saver.resume().catch(() => {
        if (!isOver) ends.push(systemClock.after(AGAIN_MS, resume));
      });
    };
    resume();
  };
  if (engine.layout()) {
    void begin();
  } else {
    const stopWaiting = engine.on('coverage', () => {
      stopWaiting();
      void begin();
    });
    ends.push(stopWaiting);
  }
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
