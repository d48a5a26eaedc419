import {
  barClosesAtMs,
  barOpensAtMs,
  type MarketHours,
  MINUTE_MS,
  nextBarTime,
  wallClockOf,
} from '@moneytrail/calendar';
import type { AlertDefinition } from '@moneytrail/contract';
import { type Columns, columnsFrom } from '@moneytrail/indicators';
import type { PriceMove } from './comparing.ts';
import { isEvent, isOfTicks, type PlacedCondition, placeCondition } from './conditions.ts';
import { createBarCount } from './figure.ts';
import { silenceOf } from './silence.ts';
import { type StudyValues, studyValues } from './studies.ts';

/** The memory of an alert between two looks, as a value that can be stored. */
export type AlertMemory = {
  readonly lastFiredMs: number | null;
  readonly lastFiredBar: number | null;
  /** For each condition that happens at a moment: the bar in which it last happened, until all have. */
  readonly happened: readonly (number | null)[];
  /** The number of conditions that have happened, and the bar of the last one; for `then`. */
  readonly stage: number;
  readonly stageBar: number | null;
  /** The beginning of the last silence that it fired for. */
  readonly silentSinceMs: number | null;
};

export const NEW_MEMORY: AlertMemory = {
  lastFiredMs: null,
  lastFiredBar: null,
  happened: [],
  stage: 0,
  stageBar: null,
  silentSinceMs: null,
};

/** A movement of the price by a tick, or by a bar of the past. */
export type TickMove = {
  readonly timeMs: number;
  /** The bar of the alert's resolution in which the price was before, and in which it is now. */
  readonly fromBarTime: number;
  readonly barTime: number;
  /** The number of the given closed bars that were closed by then. */
  readonly closed: number;
  readonly move: PriceMove;
};

/** An alert fires. Two firings of one alert never have the same `occurrence`. */
export type Occurrence = {
  readonly occurrence: string;
  readonly timeMs: number;
  readonly barTime: number;
  readonly price: number;
};

export type AlertRun = {
  /** Gives the closed bars of the alert's resolution, oldest first, and the values of studies over them. */
  setClosedBars: (columns: Columns, studies?: StudyValues) => void;
  /** The price moves; ticks come in the order of their times. */
  priceMoved: (tick: TickMove) => Occurrence | null;
  /** The bar at an index of the closed bars has closed; each bar is told once, in order. */
  barClosed: (index: number) => Occurrence | null;
  /** The silence that the alert waits for lasts since a moment; told repeatedly, it fires once for each silence. */
  fellSilent: (silence: {
    sinceMs: number;
    timeMs: number;
    barTime: number;
    price: number;
  }) => Occurrence | null;
  /** The prices that a tick of a bar must reach or pass to change anything; `closed` as in `TickMove`. */
  bordersAt: (barTime: number, closed: number) => number[];
  /**
   * The moment from which each tick must be looked at although no border is passed: the conditions hold, and the alert may
   * fire again then. Null while a border decides.
   */
  readonly looksFromMs: number | null;
  readonly memory: AlertMemory;
};

/** Follows an alert through ticks and closed bars. The same input always makes the same firings. */
export function createAlertRun(
  { definition, hours }: { definition: AlertDefinition; hours: MarketHours },
  remembered: AlertMemory = NEW_MEMORY,
): AlertRun {
  const { conditions, joined, trigger, resolution } = definition;
  const market = { hours, resolution };
  const isByClose = trigger.kind === 'barClose' || !conditions.some(isOfTicks);
  let memory = remembered;
  let looksFromMs: number | null = null;
  const barsBetween = createBarCount(market);
  let columns: Columns = columnsFrom([]);
  let placed: PlacedCondition[] = [];
  const setClosedBars = (next: Columns, studies = studyValues(next, market)) => {
    columns = next;
    placed = conditions.map((condition) => placeCondition(condition, market, next, studies));
  };
  setClosedBars(columns);

  const isInTime = (timeMs: number): boolean => {
    if (definition.untilMs !== null && timeMs >= definition.untilMs) return false;
    if (definition.hours === null) return true;
    const { from, to } = definition.hours;
    const { hour, minute } = wallClockOf(hours.zone, timeMs);
    const now = 60 * hour + minute;
    return from <= to ? now >= from && now < to : now >= from || now < to;
  };

  /** Whether the trigger lets the alert fire once more. */
  const isDue = (timeMs: number, barTime: number): boolean => {
    const { lastFiredMs, lastFiredBar } = memory;
    switch (trigger.kind) {
      case 'once':
        return lastFiredMs === null;
      case 'oncePerBar':
      case 'barClose':
        return lastFiredBar === null || barTime > lastFiredBar;
      case 'atMostEvery':
        return lastFiredMs === null || timeMs >= lastFiredMs + trigger.minutes * MINUTE_MS;
    }
  };

  const nextLookMs = (timeMs: number, barTime: number): number | null => {
    if (isDue(timeMs, barTime)) return timeMs + MINUTE_MS; // Outside of the hours.
    if (trigger.kind === 'atMostEvery' && memory.lastFiredMs !== null) {
      return memory.lastFiredMs + trigger.minutes * MINUTE_MS;
    }
    if (trigger.kind !== 'oncePerBar') return null;
    return barOpensAtMs(hours, resolution, nextBarTime(hours, resolution, barTime));
  };

  /** Whether all conditions are fulfilled, given those that are fulfilled at this moment. */
  function areJoined(fulfilled: readonly boolean[], barTime: number): boolean {
    if (joined.kind === 'and') {
      const happened = conditions.map((condition, index) => {
        if (!isEvent(condition)) return null;
        return fulfilled[index] ? barTime : (memory.happened[index] ?? null);
      });
      // The memory stays the same object while nothing happens: it need not be stored again.
      const isNews = happened.some((bar, index) => bar !== (memory.happened[index] ?? null));
      if (isNews) memory = { ...memory, happened };
      return conditions.every((condition, index) =>
        isEvent(condition) ? happened[index] === barTime : fulfilled[index],
      );
    }
    const { stage, stageBar } = memory;
    const isOver = stageBar !== null && barsBetween(stageBar, barTime) > joined.bars;
    const reached = isOver ? 0 : stage;
    if (fulfilled[reached]) memory = { ...memory, stage: reached + 1, stageBar: barTime };
    else if (isOver) memory = { ...memory, stage: 0, stageBar: null };
    return memory.stage === conditions.length;
  }

  function decide(
    fulfilled: readonly boolean[],
    moment: { readonly timeMs: number; barTime: number; price: number },
  ): Occurrence | null {
    const { barTime, price } = moment;
    looksFromMs = null;
    if (!areJoined(fulfilled, barTime)) return null;
    const { timeMs } = moment;
    const fires = isInTime(timeMs) && isDue(timeMs, barTime);
    // Conditions that happened are spent, even if the alert may not fire now: they must happen again.
    const isSpent = memory.stage === 0 && memory.happened.every((bar) => bar === null);
    if (!isSpent) memory = { ...memory, happened: [], stage: 0, stageBar: null };
    if (fires) memory = { ...memory, lastFiredMs: timeMs, lastFiredBar: barTime };
    if (!isByClose && joined.kind === 'and') looksFromMs = nextLookMs(timeMs, barTime);
    if (!fires) return null;
    const isByBar = trigger.kind === 'oncePerBar' || trigger.kind === 'barClose';
    const occurrence =
      trigger.kind === 'once' ? 'once' : isByBar ? `bar ${barTime}` : `time ${timeMs}`;
    return { occurrence, timeMs, barTime, price };
  }

  return {
    setClosedBars,
    priceMoved({ timeMs, fromBarTime, barTime, closed, move }) {
      if (isByClose) return null;
      const fulfilled = placed.map(({ condition, borderAt, isMoved, isClosed }) =>
        isOfTicks(condition)
          ? isMoved(move, borderAt(fromBarTime, closed), borderAt(barTime, closed))
          : !isEvent(condition) && closed > 0 && isClosed(closed - 1),
      );
      return decide(fulfilled, { timeMs, barTime, price: move.price });
    },
    barClosed(index) {
      const barTime = columns.time[index];
      const price = columns.close[index];
      if (barTime === undefined || price === undefined) return null;
      // Ticks have told crossings already.
      const fulfilled = placed.map(
        ({ condition, isClosed }) =>
          (isByClose || !isOfTicks(condition) || !isEvent(condition)) && isClosed(index),
      );
      return decide(fulfilled, {
        // Most bars need no time, and the calendar would take most of the work.
        get timeMs() {
          return barClosesAtMs(hours, resolution, barTime);
        },
        barTime,
        price,
      });
    },
    fellSilent({ sinceMs, timeMs, barTime, price }) {
      if (!silenceOf(definition) || memory.silentSinceMs === sinceMs) return null;
      if (!isInTime(timeMs) || !isDue(timeMs, barTime)) return null;
      const fired = { lastFiredMs: timeMs, lastFiredBar: barTime };
      memory = { ...memory, ...fired, silentSinceMs: sinceMs };
      const occurrence = trigger.kind === 'once' ? 'once' : `silence ${sinceMs}`;
      return { occurrence, timeMs, barTime, price };
    },
    bordersAt: (barTime, closed) =>
      isByClose
        ? []
        : placed.flatMap(({ borderAt }) => {
            const border = borderAt(barTime, closed);
            return border ? [...new Set([border.low, border.high])] : [];
          }),
    get looksFromMs() {
      return looksFromMs;
    },
    get memory() {
      return memory;
    },
  };
}
