import {
  MINUTE_MS,
  periodStartMs,
  type Resolution,
  SECOND_MS,
  tradingDayFrom,
} from '@moneytrail/calendar';
import { AppError, type HistoryAnswer, MAX_HISTORY_LIMIT } from '@moneytrail/contract';
import type { HistoryRequest } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';

/** Limit of one answer. Larger requests get their newest part, after which clients page on to older bars. */
const MOST_BARS = 10 * MAX_HISTORY_LIMIT;

type UdfHistoryRequest = {
  instrument: Instrument;
  resolution: Resolution;
  /** `[fromMs, toMs)`; `fromMs` is ignored if `countBack` is given. */
  fromMs: number;
  toMs: number;
  /** The exact number of bars before `toMs`, as far as history goes back; null for the bars of the range. */
  countBack: number | null;
};

type ReadPage = (request: HistoryRequest) => Promise<HistoryAnswer>;

/** Date conversion: UDF dates weeks and months by their first trading day, we by the first day of the period. */
function datesOf({ hours }: Instrument, resolution: Resolution) {
  if (resolution !== '1W' && resolution !== '1M') {
    return { told: (timeMs: number) => timeMs, own: (timeMs: number) => timeMs };
  }
  const told = (timeMs: number) => tradingDayFrom(hours, timeMs);
  /** Our bar boundary for a boundary in UDF dates. */
  const own = (timeMs: number) => {
    const startMs = periodStartMs(resolution, timeMs);
    return told(startMs) >= timeMs ? startMs : timeMs;
  };
  return { told, own };
}

function pageRequest(wanted: UdfHistoryRequest, toMs: number, left: number): HistoryRequest {
  const { instrument, resolution, fromMs, countBack } = wanted;
  const limit = Math.min(left, MAX_HISTORY_LIMIT);
  const range = countBack === null ? { fromMs, countBack: -1 } : { fromMs: toMs, countBack: limit };
  return { instrument, resolution, ...range, toMs, limit };
}

/** Throws if a feed failure left bars out: the client would see the end of history, or a gap that is never filled. */
function assertWhole({ Warning, Data }: HistoryAnswer, { countBack, limit }: HistoryRequest): void {
  if (Warning === undefined) return;
  const isShort = Data.length === 0 || (countBack > 0 && Data.length < limit);
  if (isShort) throw new AppError('FEED_UNAVAILABLE', Warning);
}

/** The bars of a range or before its end, oldest first, and the time of the newest older bar. */
async function collect(wanted: UdfHistoryRequest, read: ReadPage) {
  const { countBack, fromMs } = wanted;
  const most = countBack ?? MOST_BARS;
  let [bars, toMs]: [UdfBar[], number] = [[], wanted.toMs];
  for (;;) {
    const request = pageRequest(wanted, toMs, most - bars.length);
    const page = await read(request);
    assertWhole(page, request);
    bars = [...page.Data, ...bars];
    const { NextTime: olderMs = null } = page;
    const isWhole = bars.length >= most || (countBack === null && (olderMs ?? 0) < fromMs);
    if (olderMs === null || isWhole || page.Data.length === 0) return { bars, olderMs };
    toMs = page.Data[0]?.time ?? toMs;
  }
}

/**
 * The answer of `/history`: bars in ascending order, or `no_data`. `nextTime`, in the given unit, leads a client without
 * `countback` over a gap. Throws if bars cannot be read, because `no_data` would say that there are none.
 */
export async function readUdfHistory(
  wanted: UdfHistoryRequest,
  read: ReadPage,
  nextTime: 'ms' | 's',
): Promise<object> {
  const { instrument, resolution } = wanted;
  const countBack = wanted.countBack === null ? null : Math.min(wanted.countBack, MOST_BARS);
  const dates = datesOf(instrument, resolution);
  // Bars begin on full minutes, so requests at different seconds can share one cached answer.
  const toMs = dates.own(Math.ceil(wanted.toMs / MINUTE_MS) * MINUTE_MS);
  const fromMs = dates.own(Math.max(0, wanted.fromMs));
  const isEmpty = countBack === 0 || toMs <= 0 || (countBack === null && fromMs >= toMs);
  if (isEmpty) return { s: 'no_data' };
  const { bars, olderMs } = await collect({ ...wanted, countBack, fromMs, toMs }, read);
  if (bars.length > 0) return tableOf(bars, dates.told);
  if (countBack !== null || olderMs === null) return { s: 'no_data' };
  const olderTold = dates.told(olderMs);
  return { s: 'no_data', nextTime: nextTime === 'ms' ? olderTold : olderTold / 1_000 };
}

type UdfBar = HistoryAnswer['Data'][number];

/** Bars as columns, with times converted by `told`; without volumes if none is known. */
function tableOf(bars: readonly UdfBar[], told: (timeMs: number) => number): object {
  const hasVolume = bars.some(({ volume }) => volume !== null);
  return {
    s: 'ok',
    t: bars.map(({ time }) => told(time) / SECOND_MS),
    o: bars.map(({ open }) => open),
    h: bars.map(({ high }) => high),
    l: bars.map(({ low }) => low),
    c: bars.map(({ close }) => close),
    ...(hasVolume ? { v: bars.map(({ volume }) => volume ?? 0) } : {}),
  };
}
