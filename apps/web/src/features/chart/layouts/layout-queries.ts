import type { ChartEngine } from '@moneytrail/chart';
import { getSharedLayout, listLayouts, listLayoutVersions } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from '../../../api/session/session.ts';
import type { LayoutPreferences } from '../preferences/preferences.ts';
import type { OpenInstrument } from '../saved/savable-chart.ts';

/** The user's saved charts, newest first. */
export const layoutsQuery = queryOptions({
  queryKey: ['layouts'],
  queryFn: async ({ signal }) => (await authorizedRequest(listLayouts, {}, { signal })).layouts,
  staleTime: 0,
  meta: { failure: 'in-place' },
});

/** The chart that a link leads to; the same for everybody, and refused for good once the link has ended. */
export function sharedLayoutQuery(token: string) {
  return queryOptions({
    queryKey: ['sharedLayout', token],
    queryFn: ({ signal }) => authorizedRequest(getSharedLayout, { params: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { failure: 'in-place' },
  });
}

/** The code that shows stored content, read like data: a failure is told in place and repeated. */
export const savableChartQuery = queryOptions({
  queryKey: ['savableChart'],
  queryFn: async () => {
    const { createSavableChart, savableEngine } = await import('../saved/savable-chart.ts');
    return (
      engine: ChartEngine,
      openInstrument: OpenInstrument,
      settle: (look: Partial<LayoutPreferences>) => void,
    ) => createSavableChart(savableEngine(engine), openInstrument, { settle });
  },
  staleTime: Number.POSITIVE_INFINITY,
  meta: { failure: 'in-place' },
});

/** Versions of a saved chart, newest first. */
export function versionsQuery(id: number) {
  return queryOptions({
    queryKey: ['layouts', id, 'versions'],
    queryFn: async ({ signal }) =>
      (await authorizedRequest(listLayoutVersions, { params: { id } }, { signal })).versions,
    staleTime: 0,
    meta: { failure: 'in-place' },
  });
}
