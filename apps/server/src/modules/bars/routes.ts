import { DAY_MS, SECOND_MS } from '@moneytrail/calendar';
import { AppError, getHistory, type HistoryQuery, MAX_HISTORY_DAYS } from '@moneytrail/contract';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import { readyAnswer } from '../../http/encoded-answer.ts';
import type { Router } from '../../http/route.ts';
import { type Instrument, supportedResolutions } from '../catalogue/index.ts';
import {
  type AnswerCache,
  type AnswerCacheDeps,
  createAnswerCache,
} from './answers/answer-cache.ts';
import type { HistoryRequest } from './history/history-page.ts';

const DAY_SECONDS = DAY_MS / SECOND_MS;

/** The request a query means; refuses what cannot be answered, naming the thing and its limit. */
function requestOf(instrument: Instrument, query: HistoryQuery): HistoryRequest {
  const { fromTs, toTs, resolution, limit, countBack } = query;
  if (fromTs >= toTs) {
    throw new AppError('BAD_REQUEST', `fromTs ${fromTs} must be below toTs ${toTs}`);
  }
  const days = (toTs - fromTs) / DAY_SECONDS;
  if (days > MAX_HISTORY_DAYS) {
    const given = `from fromTs ${fromTs} to toTs ${toTs} are ${Math.ceil(days)} days`;
    throw new AppError('BAD_REQUEST', `${given}; a request may span ${MAX_HISTORY_DAYS}`);
  }
  const offered = supportedResolutions(instrument);
  if (!offered.includes(resolution)) {
    throw new AppError(
      'BAD_REQUEST',
      `${instrument.ticker} has no resolution ${resolution}; it has ${offered.join(', ')}`,
    );
  }
  return { instrument, resolution, fromMs: fromTs * 1_000, toMs: toTs * 1_000, limit, countBack };
}

/** `GET /api/data/histoday`: one path for the bars of every resolution. Returns its ready answers, for others to share. */
export function barRoutes(
  router: Router<Instrument>,
  deps: AnswerCacheDeps & { budget: CallerBudget },
): AnswerCache {
  const answers = createAnswerCache(deps);
  router.route(getHistory, async (call) => {
    const request = requestOf(call.instrument, call.query);
    const caller = () => ({
      signal: call.signal,
      waitedMs: call.waitedMs,
      charge: <T>(build: () => Promise<T>) => deps.budget.run(callerName(call), build),
    });
    return readyAnswer(await answers.get(request, caller), call.headers);
  });
  return answers;
}
