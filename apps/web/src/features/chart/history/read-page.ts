import { getHistory, MAX_HISTORY_LIMIT } from '@moneytrail/contract';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import type { BarsAddress } from '../../../api/queries.ts';
import type { HistoryPage, ReadPage, Span } from './history-page.ts';

const HISTORY_TIMEOUT_MS = 30_000;

/** What a chart says of data that could not be read; the server's own words are its cause. */
function chartError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status === 0) return error;
  return new ApiError(`API ${getHistory.method} error: ${error.status}`, {
    status: error.status,
    code: error.code,
    requestId: error.requestId,
    retryAfterMs: error.retryAfterMs,
    cause: error.cause,
  });
}

/** Seconds that hold every bar of a span: times of bars are whole seconds. */
function inSeconds({ fromMs, toMs }: Span) {
  return { fromTs: Math.max(0, Math.ceil(fromMs / 1_000)), toTs: Math.ceil(toMs / 1_000) };
}

/** Reads pages of one instrument in one resolution from the server. */
export function createPageReader(address: BarsAddress): ReadPage {
  return async (span, signal): Promise<HistoryPage> => {
    const query = { ...address, ...inSeconds(span), limit: MAX_HISTORY_LIMIT, countBack: -1 };
    try {
      const answer = await call(getHistory, { query }, { signal, timeoutMs: HISTORY_TIMEOUT_MS });
      return {
        bars: answer.Data,
        olderBarMs: answer.NextTime ?? null,
        isBeginning: answer.NoData === true,
      };
    } catch (error) {
      throw chartError(error);
    }
  };
}
