import type { ChartLayout } from '@moneytrail/chart';
import { reachability } from '../../../api/reachability.ts';
import { readClaims } from '../../../api/session/access-token.ts';
import { session } from '../../../api/session/session.ts';
import { stream } from '../../../api/stream/stream.ts';
import { systemClock } from '../../../lib/clock.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { layoutWanted } from '../../../stores/layout-wanted.ts';
import { showToast } from '../../../stores/toasts.ts';
import type { ChartCells } from '../grid/chart-cells.ts';
import { savedCharts } from '../grid/saved-charts.ts';
import { keepUnsavedGrid } from '../grid/unsaved-grid.ts';
import { zoneOf } from '../model/chart-look.ts';
import { autosave, presentPreferences, updatePreferences } from '../preferences/preferences.ts';
import { openDrafts, tabLastId } from './drafts.ts';
import { LayoutSaver } from './layout-saver.ts';
import { layoutApi } from './layout-sender.ts';
import { createSavableChart, type OpenInstrument } from './savable-chart.ts';
import { UndoKeeper } from './undo-keeper.ts';

export type StartedSaver = {
  saver: LayoutSaver;
  /** Reads the first layout, as the saver does; without one, several charts of this device come back. */
  resume: () => Promise<void>;
  end: () => void;
};

type SaverSetting = {
  cells: ChartCells;
  /** The chart before anybody changed it; later changes may precede the loading of this code. */
  initial: ChartLayout;
  openInstrument: OpenInstrument;
  userId: string;
  signal: AbortSignal;
};

/**
 * Connects a saver to the page: its session, its stream and its closing. Rejects where the signal is aborted before the
 * saver exists. Loaded once a chart is open.
 */
export async function startSaver(setting: SaverSetting): Promise<StartedSaver> {
  const { cells, initial, openInstrument, userId, signal } = setting;
  const drafts = await openDrafts();
  signal.throwIfAborted();
  const engine = savedCharts(cells);
  const chart = createSavableChart(engine, openInstrument, { initial });
  const { history } = engine;
  const timezone = () => cells.active()?.controller.opened.get()?.info.timezone ?? 'Etc/UTC';
  const isSignedIn = () => readClaims(session.token.get())?.subject === userId;
  const wantedId = layoutWanted.get();
  layoutWanted.set(null);
  const saver = new LayoutSaver({
    chart,
    api: layoutApi,
    drafts,
    clock: systemClock,
    random: Math.random,
    userId,
    isSignedIn,
    lastId: tabLastId({
      get: () => presentPreferences().layoutId,
      set: (layoutId) => {
        if (presentPreferences().layoutId !== layoutId) updatePreferences({ layoutId });
      },
    }),
    isAutomatic: autosave.get,
    newKey: randomUuid,
    zone: () => zoneOf(presentPreferences().zone, timezone()),
    undo: new UndoKeeper({ chart, history, store: drafts.steps, clock: systemClock, userId }),
    tell: showToast,
  });
  const grid = keepUnsavedGrid({
    cells,
    engine,
    isUnsaved: () => saver.state.get().layout === null && !autosave.get(),
    userId,
    isSignedIn,
    clock: systemClock,
  });
  const stops = [
    stream.onLayout(saver.noticeRemote),
    reachability.isReachable.subscribe(saver.retryNow),
  ];
  window.addEventListener('pagehide', saver.keepDraft);
  const end = () => {
    grid.end();
    saver.dispose();
    for (const stop of stops) stop();
    window.removeEventListener('pagehide', saver.keepDraft);
  };
  const resume = async () => {
    await saver.resume(wantedId);
    grid.restore();
  };
  return { saver, resume, end };
}
