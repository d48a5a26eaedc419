import { DAY_MS, historyWindowMs, type Resolution, resolutionMs } from '@moneytrail/calendar';
import type { Mark, SymbolInfo } from '@moneytrail/contract';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type MarkSpan, marksQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { createLasting } from '../../../lib/lasting.ts';
import { useValue } from '../../../stores/use-value.ts';
import { chartKey } from '../data/kept-bars.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { MARKS_MISSING, QUIET_MS, SOME_MARKS_MISSING } from '../model/messages.ts';
import {
  areMarksShown,
  haveDefaultSignals,
  type LayoutPreferences,
  usePreferences,
} from '../preferences/preferences.ts';
import type { ChartController, LackingMarks } from './chart-controller.ts';

/** Windows of history that one answer covers. */
const WINDOWS_A_SPAN = 12;
/** The vendor publishes the final form of a closed bar within this time. */
const SETTLING_MS = DAY_MS;

/**
 * Spans from the oldest drawn bar to tomorrow, or to the last drawn bar of a chart that is away from the newest ones;
 * oldest first. Their ends stay while a chart scrolls, so no span is read twice.
 */
export function markSpans(
  firstBarMs: number,
  resolution: Resolution,
  nowMs: number,
  awayUntilMs: number | null = null,
): MarkSpan[] {
  const untilMs = awayUntilMs ?? Number.POSITIVE_INFINITY;
  const lengthMs = WINDOWS_A_SPAN * historyWindowMs(resolution);
  const endMs = Math.ceil(nowMs / DAY_MS) * DAY_MS + DAY_MS;
  const firstMs = Math.floor(firstBarMs / lengthMs) * lengthMs;
  const spans: MarkSpan[] = [];
  for (let fromMs = firstMs; fromMs < endMs && fromMs <= untilMs; fromMs += lengthMs) {
    const toMs = Math.min(fromMs + lengthMs, endMs);
    spans.push({
      fromTs: Math.max(0, fromMs) / 1_000,
      toTs: toMs / 1_000,
      hasEnded: toMs + resolutionMs(resolution) + SETTLING_MS <= nowMs,
    });
  }
  return spans;
}

type Answer = Pick<
  UseQueryResult<{ marks: Mark[]; warning?: string | undefined }>,
  'data' | 'errorUpdateCount' | 'refetch'
>;

/**
 * The marks of all spans; null until every span is complete, so that no mark disappears. `isWarned`: some marks may be
 * missing, and the computed ones are better. `retry` repeats the failed and incomplete reads.
 */
export function wholeMarks(answers: Answer[]): {
  marks: Mark[] | null;
  isWarned: boolean;
  retry: (() => void) | null;
} {
  const whole = answers.flatMap(({ data }) =>
    data && data.warning === undefined ? [data.marks] : [],
  );
  // A failed read stays one while it is repeated.
  const lacking = answers.filter(({ data, errorUpdateCount }) =>
    data ? data.warning !== undefined : errorUpdateCount > 0,
  );
  const retry = () => {
    for (const { refetch } of lacking) void refetch();
  };
  return {
    marks: whole.length > 0 && whole.length === answers.length ? whole.flat() : null,
    isWarned: answers.some(({ data }) => data?.warning !== undefined),
    retry: lacking.length > 0 ? retry : null,
  };
}

/** Whether a condition has lasted for `QUIET_MS` on one chart. */
function useLasting(holds: boolean, chart: string): boolean {
  const [lasting] = useState(() => createLasting(serverClock, QUIET_MS));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart begins anew.
  useEffect(() => {
    lasting.set(holds);
    return () => lasting.set(false);
  }, [lasting, holds, chart]);
  return useValue(lasting);
}

/**
 * Shows the published marks, in a replay those that were known, where the chart's inputs are those they were made with, and
 * the computed ones otherwise. `look` is that of a chart that does not follow the page's
 * preferences. Returns what to say where published marks have been missing for `QUIET_MS`; null elsewhere.
 */
export function usePublishedMarks(
  controller: ChartController,
  info: SymbolInfo,
  resolution: Resolution,
  look?: LayoutPreferences,
): LackingMarks | null {
  const preferences = { ...usePreferences(), ...look };
  const areShown = areMarksShown(preferences);
  const isPublished = areShown && haveDefaultSignals(preferences.inputs);
  const firstBar = useValue(controller.firstBar);
  const replayMs = useValue(controller.replayMs);
  const isLoaded = firstBar?.chart === chartKey(info.ticker, resolution);
  const address = { e: info.exchange, fsym: info.name, resolution };
  const spans =
    isPublished && isLoaded
      ? markSpans(firstBar.timeMs, resolution, serverClock.now(), firstBar.awayUntilMs ?? replayMs)
      : [];
  const { marks, isWarned, retry } = useQueries({
    queries: spans.map((span) => marksQuery(address, span)),
    combine: wholeMarks,
  });
  useEffect(() => {
    if (!areShown) return;
    if (!isPublished || !isLoaded || isWarned) controller.engine.setPublishedMarks(null);
    else if (marks) {
      const replay = replayMs === null ? null : controller.replay.get();
      controller.engine.setPublishedMarks(replay?.knownMarks(marks) ?? marks);
    }
  }, [controller, areShown, isPublished, isLoaded, isWarned, marks, replayMs]);
  const isLacking = useLasting(retry !== null, chartKey(info.ticker, resolution));
  return isLacking && retry ? { text: isWarned ? SOME_MARKS_MISSING : MARKS_MISSING, retry } : null;
}

/** The published marks of the page's chart; it shows nothing itself. */
export function PublishedMarks({ controller }: { controller: ChartController }) {
  const { info, resolution } = useChartScreen();
  const lacking = usePublishedMarks(controller, info, resolution);
  const newest = useRef(lacking);
  useEffect(() => {
    newest.current = lacking;
  });
  const text = lacking?.text ?? null;
  useEffect(() => {
    // A new object in each render would render the page again without end.
    const told = text === null ? null : { text, retry: () => newest.current?.retry() };
    controller.lackingMarks.set(told);
  }, [controller, text]);
  return null;
}
