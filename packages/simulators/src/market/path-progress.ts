import { MINUTE_MS } from '@moneytrail/calendar';
import { type DayPath, minuteAt } from '../paths/day-path.ts';
import { LAST_SECOND, type UnitBar } from '../paths/second-path.ts';
import { absorbBar } from './candle.ts';

/** Calls back for every minute of a path that has begun by a moment and traded; the last only as far as it has gone. */
export function visitMinutes(
  path: DayPath,
  nowMs: number,
  firstIndex: number,
  visit: (startMs: number, bar: UnitBar, second: number) => void,
): void {
  const { openMs, closeMs } = path.session;
  if (nowMs < openMs) return;
  const isOver = nowMs >= closeMs;
  const last = isOver ? path.count - 1 : Math.floor((nowMs - openMs) / MINUTE_MS);
  const reached = isOver ? LAST_SECOND : Math.floor(((nowMs - openMs) % MINUTE_MS) / 1_000);
  for (let index = firstIndex; index <= last; index += 1) {
    if (path.minutes.isQuiet[index] === 1) continue;
    const startMs = openMs + index * MINUTE_MS;
    if (index < last) visit(startMs, minuteAt(path.minutes, index), LAST_SECOND);
    else visit(startMs, path.minuteThrough(index, reached), reached);
  }
}

/** A path's day as far as it has gone, with the second of its last trade; null before the first. */
export function dayThrough(
  path: DayPath,
  nowMs: number,
): { bar: UnitBar; lastTradeMs: number } | null {
  let day: { bar: UnitBar; lastTradeMs: number } | null = null;
  visitMinutes(path, nowMs, 0, (startMs, bar, second) => {
    const lastTradeMs = startMs + second * 1_000;
    if (day) {
      absorbBar(day.bar, bar);
      day.lastTradeMs = lastTradeMs;
    } else {
      day = { bar, lastTradeMs };
    }
  });
  return day;
}
