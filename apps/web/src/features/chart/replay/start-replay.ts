import type { QueryClient } from '@tanstack/react-query';
import { serverClock } from '../../../api/server-clock.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { openOnPage } from '../controller/page-chart.ts';
import { createPageReader } from '../data/bar-source.ts';
import { presentPreferences } from '../preferences/preferences.ts';
import { createReplay } from './replay.ts';

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

/** Replays the page's chart from a moment on, or goes to that moment in the present replay. */
export function startReplay(
  controller: ChartController,
  queryClient: QueryClient,
  atMs: number,
): void {
  const present = controller.replay.get();
  if (present) {
    void present.startAt(atMs);
    return;
  }
  if (!controller.opened.get()) return;
  const replay = createReplay(
    {
      clock: serverClock,
      random: Math.random,
      readPage: (info, resolution) =>
        createPageReader({ e: info.exchange, fsym: info.name, resolution }),
      moment: controller.replayMs,
      reopen: () => reopen(controller, queryClient),
      inputs: () => presentPreferences().inputs,
    },
    atMs,
  );
  controller.replay.set(replay);
  reopen(controller, queryClient);
}

/** Shows live bars again, read anew. */
export function endReplay(controller: ChartController, queryClient: QueryClient): void {
  const replay = controller.replay.get();
  if (!replay) return;
  controller.replay.set(null);
  replay.end();
  reopen(controller, queryClient);
}
