import { MINUTE_MS } from '@moneytrail/calendar';
import { listScreens, type ScreenQuestion, screenInstruments } from '@moneytrail/contract';
import { queryOptions } from '@tanstack/react-query';
import { authorizedRequest } from './session/session.ts';

/** The user's saved screens by name. */
export const screensQuery = queryOptions({
  queryKey: ['screens'],
  queryFn: async ({ signal }) => (await authorizedRequest(listScreens, {}, { signal })).screens,
  staleTime: MINUTE_MS,
  meta: { failure: 'in-place' },
});

/** How many instruments a question finds now; nothing is asked without one. */
export const screenCountQuery = (question: ScreenQuestion | null) =>
  queryOptions({
    queryKey: ['screens', 'count', question],
    queryFn: async ({ signal }) => {
      if (!question) return 0;
      const body = { question, offset: 0, limit: 1 };
      return (await authorizedRequest(screenInstruments, { body }, { signal })).matched;
    },
    enabled: question !== null,
    staleTime: 0,
    meta: { failure: 'silent' },
  });
