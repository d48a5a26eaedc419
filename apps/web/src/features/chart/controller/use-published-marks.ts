import type { Resolution } from '@moneytrail/calendar';
import type { PublishedMark } from '@moneytrail/chart';
import type { SymbolInfo } from '@moneytrail/contract';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { marksQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { useValue } from '../../../stores/use-value.ts';
import { MARKS_MISSING, SOME_MARKS_MISSING } from '../model/messages.ts';
import { areMarksShown, haveDefaultSignals, usePreferences } from '../preferences/preferences.ts';
import { type ChartController, chartKey } from './chart-controller.ts';
import { markSpans } from './mark-spans.ts';
import { wholeMarks } from './whole-marks.ts';

/** The chart's own marks are shown in the place of published ones. */
export type LackingMarks = { text: string; retry: () => void };

/** In the place of the computed ones too. */
const NO_MARKS: readonly PublishedMark[] = [];

/**
 * Shows no marks where none are wanted, the published ones where the chart's inputs are those they were made with, else
 * its own. Answers what is told, and how to try again, where the published ones could not all be read; null where they could.
 */
export function usePublishedMarks(
  controller: ChartController,
  info: SymbolInfo,
  resolution: Resolution,
): LackingMarks | null {
  const preferences = usePreferences();
  const areShown = areMarksShown(preferences);
  const isPublished = areShown && haveDefaultSignals(preferences.inputs);
  const firstBar = useValue(controller.firstBar);
  const isLoaded = firstBar?.chart === chartKey(info.ticker, resolution);
  const address = { e: info.exchange, fsym: info.name, resolution };
  const spans =
    isPublished && isLoaded ? markSpans(firstBar.timeMs, resolution, serverClock.now()) : [];
  const { marks, isWarned, retry } = useQueries({
    queries: spans.map((span) => marksQuery(address, span)),
    combine: wholeMarks,
  });
  useEffect(() => {
    // The chart's own marks stand until the published ones are there.
    controller.engine.setPublishedMarks(areShown ? null : NO_MARKS);
  }, [controller, areShown]);
  useEffect(() => {
    if (!areShown) return;
    if (!isPublished || !isLoaded || isWarned) controller.engine.setPublishedMarks(null);
    else if (marks) controller.engine.setPublishedMarks(marks);
  }, [controller, areShown, isPublished, isLoaded, isWarned, marks]);
  return retry && { text: isWarned ? SOME_MARKS_MISSING : MARKS_MISSING, retry };
}
