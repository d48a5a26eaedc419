import type { ChartEngine, ChartLayout } from '@moneytrail/chart';
import { reachability } from '../../../api/reachability.ts';
import { readClaims } from '../../../api/session/access-token.ts';
import { session } from '../../../api/session/session.ts';
import { stream } from '../../../api/stream/stream.ts';
import { systemClock } from '../../../lib/clock.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { showToast } from '../../../stores/toasts.ts';
import { autosave } from '../preferences/autosave.ts';
import { presentPreferences, updatePreferences } from '../preferences/preferences.ts';
import { openDrafts } from './drafts.ts';
import { layoutApi } from './layout-api.ts';
import { createLayoutSaver, type LayoutSaver } from './layout-saver.ts';
import { createSavableChart, type OpenInstrument } from './savable-chart.ts';

/** So long after a layout could not be read at the start it is tried again, ms. */
const AGAIN_MS = 5_000;

function tell(text: string): void {
  showToast({ kind: 'error', text });
}

type SaverSetting = {
  engine: ChartEngine;
  /** The chart as it came: what is other by now was changed before this code was there. */
  came: ChartLayout;
  openInstrument: OpenInstrument;
  userId: string;
  onReady: (saver: LayoutSaver) => void;
};

/** Puts the saver of an open chart to work; returns what ends it. */
export function startSaver(setting: SaverSetting): () => void {
  const { engine, came, openInstrument, userId, onReady } = setting;
  let isOver = false;
  const ends: (() => void)[] = [];
  const begin = async () => {
    const drafts = await openDrafts();
    if (isOver) return;
    const saver = createLayoutSaver({
      chart: createSavableChart(engine, openInstrument, { came }),
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
    window.addEventListener('pagehide', saver.keepDraft);
    ends.push(() => window.removeEventListener('pagehide', saver.keepDraft));
    ends.push(reachability.isReachable.subscribe(saver.retryNow));
    onReady(saver);
    const resume = () => {
      saver.resume().catch(() => {
        if (!isOver) ends.push(systemClock.after(AGAIN_MS, resume));
      });
    };
    resume();
  };
  void begin();
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}
