import {
  isDateResolution,
  type MarketHours,
  type Resolution,
  tradingDateOf,
} from '@moneytrail/calendar';
import { TIME_RANKS, timeRankBetween } from '../axis/time-rank.ts';
import { tickText, wallTimeMs } from '../axis/time-text.ts';
import { chooseTimeTicks, type TimeCandidate } from '../axis/time-ticks.ts';

const MIN_TICK_GAP_PX = 72;
const MIN_BREAK_GAP_PX = 48;
const UNKNOWN = 255;

type TimeTick = { index: number; text: string };
type Times = { length: number; time: Float64Array };
type VisibleBars = { from: number; to: number; xOf: (index: number) => number };

/** What stands on the time axis of the open chart; what a bar begins is worked out once and remembered. */
export type TimeAxis = {
  ticks: (visible: VisibleBars) => TimeTick[];
  /** Bars that begin a trading date, none where they stand too close or the bars are dates themselves. */
  sessionStarts: (visible: VisibleBars) => number[];
  /** Another instrument, resolution or zone, or other bars. */
  reset: (open: { hours: MarketHours; resolution: Resolution; zone: string } | null) => void;
};

function atLeast(memo: Uint8Array, length: number): Uint8Array {
  if (memo.length >= length) return memo;
  const roomier = new Uint8Array(Math.max(256, length * 2)).fill(UNKNOWN);
  roomier.set(memo);
  return roomier;
}

export function createTimeAxis(deps: { times: () => Times }): TimeAxis {
  let open: { hours: MarketHours; resolution: Resolution; zone: string } | null = null;
  let ranks: Uint8Array = new Uint8Array(0);
  let starts: Uint8Array = new Uint8Array(0);

  const rankAt = (times: Times, index: number): number => {
    const known = ranks[index] ?? UNKNOWN;
    if (known !== UNKNOWN || !open) return known === UNKNOWN ? 0 : known;
    const { resolution, zone } = open;
    const timeMs = times.time[index] ?? 0;
    const wallMs = wallTimeMs(resolution, zone, timeMs);
    const beforeMs = times.time[index - 1];
    // The oldest bar begins whatever its own time is a multiple of.
    const wallBeforeMs =
      beforeMs === undefined ? wallMs - 1 : wallTimeMs(resolution, zone, beforeMs);
    const rank = TIME_RANKS.indexOf(timeRankBetween(wallBeforeMs, wallMs));
    ranks[index] = rank;
    return rank;
  };
  const isStart = (times: Times, index: number, hours: MarketHours): boolean => {
    if (index === 0) return false;
    if ((starts[index] ?? UNKNOWN) === UNKNOWN) {
      const date = tradingDateOf(hours, times.time[index] ?? 0);
      starts[index] = date === tradingDateOf(hours, times.time[index - 1] ?? 0) ? 0 : 1;
    }
    return starts[index] === 1;
  };

  return {
    ticks({ from, to, xOf }) {
      if (!open) return [];
      const { resolution, zone } = open;
      const times = deps.times();
      ranks = atLeast(ranks, times.length);
      const candidates: TimeCandidate[] = [];
      for (let index = from; index < to; index++) {
        const rank = rankAt(times, index);
        if (rank > 0) candidates.push({ index, rank, x: xOf(index) });
      }
      return chooseTimeTicks(candidates, MIN_TICK_GAP_PX).map(({ index, rank }) => {
        const wallMs = wallTimeMs(resolution, zone, times.time[index] ?? 0);
        return { index, text: tickText(TIME_RANKS[rank] ?? 'none', resolution, wallMs) };
      });
    },
    sessionStarts({ from, to, xOf }) {
      if (!open || isDateResolution(open.resolution)) return [];
      const { hours } = open;
      const times = deps.times();
      starts = atLeast(starts, times.length);
      const found: number[] = [];
      for (let index = Math.max(1, from); index < to; index++) {
        if (isStart(times, index, hours)) found.push(index);
      }
      const [first, second] = found;
      const isDense =
        first !== undefined && second !== undefined && xOf(second) - xOf(first) < MIN_BREAK_GAP_PX;
      return isDense ? [] : found;
    },
    reset(next) {
      open = next;
      ranks.fill(UNKNOWN);
      starts.fill(UNKNOWN);
    },
  };
}
