import {
  isDateResolution,
  type MarketHours,
  type Resolution,
  tradingDateOf,
} from '@moneytrail/calendar';
import {
  barDateText,
  chooseTimeTicks,
  TIME_RANKS,
  type TimeCandidate,
  tickText,
  timeRankBetween,
  wallTimeMs,
} from './time-labels.ts';

/** At the usual text size. */
const MIN_TICK_GAP_PX = 72;
const MIN_BREAK_GAP_PX = 48;
const UNKNOWN = 255;

type BarTimes = { length: number; time: Float64Array };
type VisibleBars = { from: number; to: number; xOf: (index: number) => number };
type OpenTimes = { hours: MarketHours; resolution: Resolution; zone: string };

function atLeast(memo: Uint8Array, length: number): Uint8Array {
  if (memo.length >= length) return memo;
  const roomier = new Uint8Array(Math.max(256, length * 2)).fill(UNKNOWN);
  roomier.set(memo);
  return roomier;
}

export type TimeAxis = ReturnType<typeof createTimeAxis>;

/** Labels and session breaks of the open chart; the unit that begins at a bar is computed once and remembered. */
export function createTimeAxis(deps: { times: () => BarTimes; textScale: () => number }) {
  let open: OpenTimes | null = null;
  let ranks: Uint8Array = new Uint8Array(0);
  let starts: Uint8Array = new Uint8Array(0);

  const rankAt = ({ resolution, zone }: OpenTimes, { time }: BarTimes, index: number): number => {
    const known = ranks[index] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const wallMs = wallTimeMs(resolution, zone, time[index] ?? 0);
    const beforeMs = time[index - 1];
    // The oldest bar begins every unit that its own time is a multiple of.
    const wallBeforeMs =
      beforeMs === undefined ? wallMs - 1 : wallTimeMs(resolution, zone, beforeMs);
    const rank = TIME_RANKS.indexOf(timeRankBetween(wallBeforeMs, wallMs));
    ranks[index] = rank;
    return rank;
  };
  const isStart = (hours: MarketHours, { time }: BarTimes, index: number): boolean => {
    if ((starts[index] ?? UNKNOWN) === UNKNOWN) {
      const date = tradingDateOf(hours, time[index] ?? 0);
      starts[index] = date === tradingDateOf(hours, time[index - 1] ?? 0) ? 0 : 1;
    }
    return starts[index] === 1;
  };

  return {
    ticks({ from, to, xOf }: VisibleBars): { index: number; text: string }[] {
      if (!open) return [];
      const opened = open;
      const { resolution, zone } = opened;
      const times = deps.times();
      ranks = atLeast(ranks, times.length);
      const candidates: TimeCandidate[] = [];
      for (let index = from; index < to; index++) {
        const rank = rankAt(opened, times, index);
        if (rank > 0) candidates.push({ index, rank, x: xOf(index) });
      }
      return chooseTimeTicks(candidates, MIN_TICK_GAP_PX * deps.textScale()).map(
        ({ index, rank }) => {
          const wallMs = wallTimeMs(resolution, zone, times.time[index] ?? 0);
          return { index, text: tickText(TIME_RANKS[rank] ?? 'none', resolution, wallMs) };
        },
      );
    },
    /** The date at a bar, with its year: the labels beside it count days, hours or months from there. */
    dateAt(index: number): string {
      const { length, time } = deps.times();
      const timeMs = time[index];
      if (!open || timeMs === undefined || index >= length) return '';
      return barDateText(open.resolution, open.zone, timeMs);
    },
    /** Bars that begin a trading date; none where they stand too close or the bars are dates themselves. */
    sessionStarts({ from, to, xOf }: VisibleBars): number[] {
      if (!open || isDateResolution(open.resolution)) return [];
      const { hours } = open;
      const times = deps.times();
      starts = atLeast(starts, times.length);
      const found: number[] = [];
      for (let index = Math.max(1, from); index < to; index++) {
        if (isStart(hours, times, index)) found.push(index);
      }
      const [first, second] = found;
      const isDense =
        first !== undefined && second !== undefined && xOf(second) - xOf(first) < MIN_BREAK_GAP_PX;
      return isDense ? [] : found;
    },
    /** Forgets what is remembered: the instrument, the resolution, the zone or the bars changed. */
    reset(next: OpenTimes | null): void {
      open = next;
      ranks.fill(UNKNOWN);
      starts.fill(UNKNOWN);
    },
  };
}
