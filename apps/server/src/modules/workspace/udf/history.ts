import { MINUTE_MS, periodStartMs, type Resolution, tradingDayFrom } from '@moneytrail/calendar';
import { AppError, type HistoryAnswer, MAX_HISTORY_LIMIT } from '@moneytrail/contract';
import type { HistoryRequest } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { tableOf, type UdfBar } from './bar-table.ts';

/** Bars of one answer: a client cannot be told of a limit that cuts it short, so more is refused. */
const MOST_BARS = 10 * MAX_HISTORY_LIMIT;

export type UdfHistoryRequest = {
  instrument: Instrument;
  resolution: Resolution;
  /** `[fromMs, toMs)`; with a `countBack` its beginning does not count. */
  fromMs: number;
  toMs: number;
  /** Exactly so many bars before `toMs`, as far as history goes back; null for those of the range. */
  countBack: number | null;
};

/** Reads a page of history. */
type ReadPage = (request: HistoryRequest) => Promise<HistoryAnswer>;

/** How a market's bars are dated here: weeks and months by their first trading day, which ours are not. */
function datesOf({ hours }: Instrument, resolution: Resolution) {
  if (resolution !== '1W' && resolution !== '1M') {
    return { told: (timeMs: number) => timeMs, own: (timeMs: number) => timeMs };
  }
  const told = (timeMs: number) => tradingDayFrom(hours, timeMs);
  /** The bound between our bars that lies where a bound between the bars that are told does. */
  const own = (timeMs: number) => {
    const startMs = periodStartMs(resolution, timeMs);
    return told(startMs) >= timeMs ? startMs : timeMs;
  };
  return { told, own };
}

/** The request for one page before `toMs`. */
function pageRequest(wanted: UdfHistoryRequest, toMs: number, left: number): HistoryRequest {
  const { instrument, resolution, fromMs, countBack } = wanted;
  const limit = Math.min(left, MAX_HISTORY_LIMIT);
  const range = countBack === null ? { fromMs, countBack: -1 } : { fromMs: toMs, countBack: limit };
  return { instrument, resolution, ...range, toMs, limit };
}

/** A failure leaves bars out: what is told then would end history, or leave a hole that is never filled. */
function assertWhole({ Warning, Data }: HistoryAnswer, { countBack, limit }: HistoryRequest): void {
  if (Warning === undefined) return;
  const isShort = Data.length === 0 || (countBack > 0 && Data.length < limit);
  if (isShort) throw new AppError('FEED_UNAVAILABLE', Warning);
}

/** Bars of a range or before its end, oldest first, and the time of the newest older one. */
async function collect(wanted: UdfHistoryRequest, read: ReadPage) {
  const { countBack, fromMs } = wanted;
  let [bars, toMs]: [UdfBar[], number] = [[], wanted.toMs];
  for (;;) {
    const left = (countBack ?? MOST_BARS + 1) - bars.length;
    const request = pageRequest(wanted, toMs, left);
    const page = await read(request);
    assertWhole(page, request);
    bars = [...page.Data, ...bars];
    const { NextTime: olderMs = null } = page;
    const isWhole = countBack === null ? (olderMs ?? 0) < fromMs : bars.length >= countBack;
    if (olderMs === null || isWhole || page.Data.length === 0) return { bars, olderMs };
    if (bars.length > MOST_BARS) {
      throw new AppError('BAD_REQUEST', `At most ${MOST_BARS} bars fit one answer.`);
    }
    toMs = page.Data[0]?.time ?? toMs;
  }
}

/**
 * The answer of `/history`: bars ascending, or that there are none. `nextTime`, in the unit that is asked for, leads a
 * client without `countback` over a gap. Throws where bars cannot be read: that is never told as their absence.
 */
export async function readUdfHistory(
  wanted: UdfHistoryRequest,
  read: ReadPage,
  nextTime: 'ms' | 's',
): Promise<object> {
  const { instrument, resolution, countBack } = wanted;
  const dates = datesOf(instrument, resolution);
  // No bar begins within a minute: clients that ask at different seconds share one answer.
  const toMs = dates.own(Math.ceil(wanted.toMs / MINUTE_MS) * MINUTE_MS);
  const fromMs = dates.own(Math.max(0, wanted.fromMs));
  const isEmpty = countBack === 0 || toMs <= 0 || (countBack === null && fromMs >= toMs);
  if (isEmpty) return { s: 'no_data' };
  if (countBack !== null && countBack > MOST_BARS) {
    throw new AppError('BAD_REQUEST', `countback: must be at most ${MOST_BARS}`);
  }
  const { bars, olderMs } = await collect({ ...wanted, fromMs, toMs }, read);
  if (bars.length > 0) return tableOf(bars, dates.told);
  if (countBack !== null || olderMs === null) return { s: 'no_data' };
  const olderTold = dates.told(olderMs);
  return { s: 'no_data', nextTime: nextTime === 'ms' ? olderTold : olderTold / 1_000 };
}
