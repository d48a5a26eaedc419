import type { BarService } from '../bar-service.ts';
import type { History, HistoryRequest } from '../history/history-page.ts';
import { historyJson } from './history-json.ts';

/** An answer before anybody keeps it. */
export type BuiltAnswer = {
  body: Uint8Array<ArrayBuffer>;
  isWarned: boolean;
  /** Bars written before this moment do not touch it. */
  fromMs: number;
  /** Versions of what it was made from; null where older bars that come would make it another. */
  stored: History['stored'] | null;
};

/** Builds the answer of a request; bars that the feed has not brought after so many milliseconds are left out. */
export type BuildAnswer = (
  request: HistoryRequest,
  waiting: { feedMs: number; signal: AbortSignal },
) => Promise<BuiltAnswer>;

/** A signal that is aborted after a time with an error; `clear` ends it unused. */
function deadline(ms: number, error: Error): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(error), ms);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Builds answers in this thread. */
export function answersOf(bars: Pick<BarService, 'history'>): BuildAnswer {
  return async (request, { feedMs, signal }) => {
    const slow = deadline(feedMs, new Error(`no answer within ${feedMs / 1_000} s`));
    try {
      const history = await bars.history(request, { signal, patience: slow.signal });
      const { columns, nextTime, warning } = history;
      const oldest = Math.min(request.fromMs, columns.time[0] ?? request.fromMs);
      const fromMs = Math.min(oldest, nextTime ?? oldest);
      const stored = nextTime === null ? null : history.stored;
      return { body: historyJson(history), isWarned: warning !== null, fromMs, stored };
    } finally {
      slow.clear();
    }
  };
}
