import type { Resolution } from '@moneytrail/calendar';
import type { PublishedMark } from '@moneytrail/chart';
import type { Mark, SymbolInfo } from '@moneytrail/contract';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { marksQuery } from '../../../api/queries.ts';
import { serverClock } from '../../../api/server-clock.ts';
import { useValue } from '../../../stores/use-value.ts';
import { areMarksShown, haveDefaultSignals, usePreferences } from '../preferences/preferences.ts';
import { type ChartController, chartKey } from './chart-controller.ts';
import { markSpans } from './mark-spans.ts';

function published({ id, time, price, side, strong, text, notes }: Mark): PublishedMark {
  return { id, time, price, side, strong, text, notes };
}

/** In the place of the computed ones too. */
const NO_MARKS: readonly PublishedMark[] = [];

type Answer = UseQueryResult<{ marks: Mark[] }>;

/** The marks of all spans; null until each is there, so that none seems to vanish. `retry` where one could not be read. */
function allMarks(answers: Answer[]) {
  const lists = answers.flatMap(({ data }) => (data ? [data.marks.map(published)] : []));
  const failed = answers.filter(({ data, isError }) => isError && !data);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return {
    marks: lists.length > 0 && lists.length === answers.length ? lists.flat() : null,
    retry: failed.length > 0 ? retry : null,
  };
}

/**
 * Shows no marks where none are wanted, the published ones where the chart's inputs are those they were made with, else
 * its own. Answers how to try again where the published ones could not be read; null where they could.
 */
export function usePublishedMarks(
  controller: ChartController,
  info: SymbolInfo,
  resolution: Resolution,
): (() => void) | null {
  const preferences = usePreferences();
  const areShown = areMarksShown(preferences);
  const isPublished = areShown && haveDefaultSignals(preferences.inputs);
  const firstBar = useValue(controller.firstBar);
  const isLoaded = firstBar?.chart === chartKey(info.ticker, resolution);
  const address = { e: info.exchange, fsym: info.name, resolution };
  const spans =
    isPublished && isLoaded ? markSpans(firstBar.timeMs, resolution, serverClock.now()) : [];
  const { marks, retry } = useQueries({
    queries: spans.map((span) => marksQuery(address, span)),
    combine: allMarks,
  });
  useEffect(() => {
    if (!areShown) controller.engine.setPublishedMarks(NO_MARKS);
    else if (!isPublished || !isLoaded) controller.engine.setPublishedMarks(null);
    else if (marks) controller.engine.setPublishedMarks(marks);
  }, [controller, areShown, isPublished, isLoaded, marks]);
  return retry;
}
