import { SECOND_MS, type Span } from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import { getHistory } from '@moneytrail/contract';
import { ApiError, isWorthRetrying } from '../../../api/api-error.ts';
import { authorizedRequest } from '../../../api/authorized-request.ts';
import { type BarsAddress, historyQuery } from '../../../api/history-query.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import { type Clock, waitFor } from '../../../lib/clock.ts';

/** A page of history as the server answers it: the newest bars of the span. */
export type HistoryPage = {
  bars: ChartBar[];
  /** Time of the newest bar older than the first answered (without bars: older than the span); null if unknown. */
  olderBarMs: number | null;
  /** History truly begins here. */
  isBeginning: boolean;
  /** The source failed the server: the newest bars may be missing. */
  lacksNewest: boolean;
};

/** Reads one page; rejects on failure, never with an empty page. */
export type ReadPage = (span: Span, signal: AbortSignal) => Promise<HistoryPage>;

const HISTORY_TIMEOUT_MS = 30 * SECOND_MS;

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

/** Reads pages of one instrument in one resolution from the server. */
export function createPageReader(address: BarsAddress): ReadPage {
  return async (span, signal): Promise<HistoryPage> => {
    const query = historyQuery(address, span);
    try {
      const answer = await authorizedRequest(
        getHistory,
        { query },
        { signal, timeoutMs: HISTORY_TIMEOUT_MS },
      );
      return {
        bars: answer.Data,
        olderBarMs: answer.NextTime ?? null,
        isBeginning: answer.NoData === true,
        lacksNewest: answer.Warning !== undefined,
      };
    } catch (error) {
      throw chartError(error);
    }
  };
}

const ATTEMPTS = 3;
const PAUSES = { firstMs: 500, longestMs: 2 * SECOND_MS };
/** However long a server asks to wait, a person is told after this. */
const LONGEST_WAIT_MS = 60 * SECOND_MS;

function pauseMs(error: unknown, attempt: number): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return Math.min(asked ?? backoffMs(attempt, PAUSES), LONGEST_WAIT_MS);
}

/** Reads each page up to three times before it fails; waits as long as a busy server asks. */
export function withRetries(clock: Clock, read: ReadPage): ReadPage {
  return async (span, signal) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await read(span, signal);
      } catch (error) {
        const isLast = attempt === ATTEMPTS - 1;
        if (signal.aborted || isLast || !isWorthRetrying(error)) throw error;
        await waitFor(clock, pauseMs(error, attempt), signal);
      }
    }
  };
}
