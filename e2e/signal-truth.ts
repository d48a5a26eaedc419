import type { APIRequestContext } from '@playwright/test';
import { ORIGIN } from './origin.ts';

type Bar = { time: number; close: number };
type Mark = { time: number; side: 'buy' | 'sell'; strong: boolean; publishedAt: number | null };

/** Bars and marks of an instrument from the API: all closed days. */
export type Told = { bars: Bar[]; marks: Mark[] };

/** The moves after the marks of a side, computed from bars and marks alone. */
export type Followed = {
  measured: number;
  overlapping: number;
  unfinished: number;
  median: number;
  low: number;
  high: number;
  share: number;
};

const PAGE_BARS = 2_000;
/** The longest span of one request for marks. */
const SPAN_SECONDS = 12 * 365 * 86_400;

/** Reads every closed day of an instrument and its marks. */
export async function readTold(
  request: APIRequestContext,
  token: string,
  { symbol, lastTime }: { symbol: string; lastTime: number },
): Promise<Told> {
  const [e = '', fsym = ''] = symbol.split(':');
  const read = async (path: string, params: Record<string, string | number>) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request.get(`${ORIGIN}/api/data/${path}`, {
      headers,
      params: { e, fsym, resolution: '1D', ...params },
    });
    return answer.json();
  };
  let bars: Bar[] = [];
  let toTs = lastTime / 1_000 + 1;
  for (;;) {
    const page = await read('histoday', { fromTs: 0, toTs, limit: PAGE_BARS });
    const older: Bar[] = page.Data;
    bars = [...older, ...bars];
    const first = older[0];
    if (!first || page.NextTime === undefined) break;
    toTs = first.time / 1_000;
  }
  const marks: Mark[] = [];
  const endTs = lastTime / 1_000 + 1;
  for (let fromTs = (bars[0]?.time ?? 0) / 1_000; fromTs < endTs; fromTs += SPAN_SECONDS) {
    const span = await read('marks', { fromTs, toTs: Math.min(fromTs + SPAN_SECONDS, endTs) });
    marks.push(...span.marks);
  }
  return { bars, marks };
}

/** The rank, from 1, at which the 95 % interval of a median of this many values begins, by exact binomial numbers. */
function firstRank(count: number): number {
  let coefficient = 1n;
  let outside = 1n;
  let rank = 0;
  while (40n * outside <= 2n ** BigInt(count)) {
    rank += 1;
    coefficient = (coefficient * BigInt(count - rank + 1)) / BigInt(rank);
    outside += coefficient;
  }
  return rank;
}

/** Moves after the marks of a side in percent of the mark's close; of overlapping ones only the first. */
export function followed({ bars, marks }: Told, side: Mark['side'], horizon: number): Followed {
  const places = marks
    .filter((mark) => mark.side === side)
    .map((mark) => bars.findIndex(({ time }) => time === mark.time));
  const finished = places.filter((place) => place + horizon < bars.length);
  const taken: number[] = [];
  for (const place of finished) {
    const last = taken.at(-1);
    if (last === undefined || place - last >= horizon) taken.push(place);
  }
  const closeAt = (place: number) => bars[place]?.close ?? Number.NaN;
  const changes = taken
    .map((place) => 100 * (closeAt(place + horizon) / closeAt(place) - 1))
    .sort((a, b) => a - b);
  const count = changes.length;
  const rank = firstRank(count);
  const at = (position: number) => changes[position] ?? Number.NaN;
  return {
    measured: count,
    overlapping: finished.length - count,
    unfinished: places.length - finished.length,
    median: (at(Math.floor((count - 1) / 2)) + at(Math.ceil((count - 1) / 2))) / 2,
    low: at(rank - 1),
    high: at(count - rank),
    share: changes.filter((change) => (side === 'buy' ? change > 0 : change < 0)).length / count,
  };
}

/** The highest or lowest close of the last bars. */
export function levelOf({ bars }: Told, length: number, pick: 'max' | 'min'): number {
  return Math[pick](...bars.slice(-length).map(({ close }) => close));
}
