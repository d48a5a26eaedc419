import { DAY_MS, resolutionMs, type StoredResolution } from '@moneytrail/calendar';
import { byExchange } from '@moneytrail/contract';
import type { HistoryRequest } from '@moneytrail/feeds';
import type { DatabaseHandle } from '../../../db/index.ts';
import { silentLog } from '../../../db/testing/test-database.ts';
import type { Job } from '../../../jobs/index.ts';
import { heldClock } from '../../../steady-clock.ts';
import { createBars } from '../../bars/index.ts';
import { instrumentJobs } from '../jobs.ts';

export const STEADY_NOW = Date.parse('2026-11-18T12:00:00Z');
const DAYS = { '1': 40, '15': 100, '60': 200 };

/** The times of a vendor's bars in `[fromMs, toMs)`: two hundred days without gaps. */
export function steadyTimes(resolution: StoredResolution, fromMs: number, toMs: number): number[] {
  const lengthMs = resolutionMs(resolution);
  const beginMs = Math.floor((STEADY_NOW - 200 * DAY_MS) / DAY_MS) * DAY_MS;
  const times: number[] = [];
  const first = Math.ceil(Math.max(fromMs, beginMs) / lengthMs) * lengthMs;
  for (let time = first; time < Math.min(toMs, STEADY_NOW); time += lengthMs) times.push(time);
  return times;
}

/** The jobs of a worker whose vendors always have the same bars; each answer waits for `asked`. */
export function steadyWorker(
  { db }: Pick<DatabaseHandle, 'db'>,
  nowMs: number,
  asked: (request: HistoryRequest) => unknown,
): Job[] {
  const clock = heldClock(() => nowMs);
  const feeds = byExchange(() => ({
    isSimulated: false,
    clockLeadMs: () => 0,
    history: async (request: HistoryRequest) => {
      await asked(request);
      const times = steadyTimes(request.resolution, request.fromMs, request.toMs);
      return times.map((time) => ({ time, open: 2, high: 3, low: 1, close: 2, volume: 1 }));
    },
  }));
  const bars = createBars({ db, feeds, clock, log: silentLog });
  const jobs = { enqueue: async () => null };
  return instrumentJobs({
    db,
    clock,
    feeds,
    jobs,
    bars,
    log: silentLog,
    random: () => 0.5,
    backfillDays: DAYS,
  });
}
