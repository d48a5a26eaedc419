import type { BarService } from '../bar-service.ts';
import type { History, HistoryRequest } from '../history/history-page.ts';
import { historyJson } from './history-json.ts';
import { type Waiting, withPatience } from './patience.ts';

/** An answer before anybody keeps it. */
export type BuiltAnswer = {
  body: Uint8Array<ArrayBuffer>;
  isWarned: boolean;
  /** Bars written before this moment do not touch it. */
  fromMs: number;
  /** Versions of what it was made from; null where older bars that come would make it another. */
  stored: History['stored'] | null;
};

/** Builds the answer of a request. */
export type BuildAnswer = (request: HistoryRequest, waiting: Waiting) => Promise<BuiltAnswer>;

/** Builds answers in this thread. */
export function answersOf(bars: Pick<BarService, 'history'>): BuildAnswer {
  return (request, waiting) =>
    withPatience(waiting, async (options) => {
      const history = await bars.history(request, options);
      const { columns, nextTime, warning } = history;
      const oldest = Math.min(request.fromMs, columns.time[0] ?? request.fromMs);
      const fromMs = Math.min(oldest, nextTime ?? oldest);
      const stored = nextTime === null ? null : history.stored;
      return { body: historyJson(history), isWarned: warning !== null, fromMs, stored };
    });
}
