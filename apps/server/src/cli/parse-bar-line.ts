import {
  barTimeOf,
  DAY_MS,
  isDateResolution,
  type MarketHours,
  type StoredResolution,
  tradingDateOf,
} from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { columnsOf, faultOf } from '../modules/bars/index.ts';

/** Numbers from here on are milliseconds: as seconds they would lie in the year 5138. */
const FIRST_MILLISECONDS = 1e11;

export type BarLine = Record<string, string>;
export type ParsedLine = { ok: true; bar: Bar } | { ok: false; reason: string };

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

function momentOf(text: string): number {
  if (/^-?\d+$/.test(text)) {
    const value = Number(text);
    return Math.abs(value) >= FIRST_MILLISECONDS ? value : value * 1_000;
  }
  const isBare = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+$/.test(text);
  return /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(isBare ? `${text}Z` : text) : Number.NaN;
}

function numberOf(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}

/** A day is named by 00:00 UTC of its trading date; a vendor's evening open names the date it belongs to. */
function barTime(hours: MarketHours, resolution: StoredResolution, timeMs: number): number {
  if (!isDateResolution(resolution)) return timeMs;
  return timeMs % DAY_MS === 0 ? timeMs : tradingDateOf(hours, timeMs);
}

/** Reads a line of `time,open,high,low,close,volume`; an empty volume is none. */
export function parseBarLine(
  market: { hours: MarketHours; resolution: StoredResolution },
  line: BarLine,
): ParsedLine {
  const missing = COLUMNS.find((name) => line[name] === undefined);
  if (missing !== undefined) return { ok: false, reason: `the column ${missing} is missing` };
  const given = momentOf(line.time?.trim() ?? '');
  if (!Number.isFinite(given)) return { ok: false, reason: `time "${line.time}" is no time` };
  const time = barTime(market.hours, market.resolution, given);
  if (!isDateResolution(market.resolution)) {
    const start = barTimeOf(market.hours, market.resolution, time);
    if (start !== time) {
      const expected = new Date(start).toISOString();
      return { ok: false, reason: `time is not the start of a bar; its bar starts at ${expected}` };
    }
  }
  const volumeText = line.volume?.trim() ?? '';
  const volume = volumeText === '' ? null : Number(volumeText);
  if (Number.isNaN(volume)) return { ok: false, reason: `volume "${line.volume}" is no number` };
  const [open, high, low, close] = [line.open, line.high, line.low, line.close].map((text) =>
    numberOf(text?.trim() ?? ''),
  );
  const bar = {
    time,
    open: open ?? NaN,
    high: high ?? NaN,
    low: low ?? NaN,
    close: close ?? NaN,
    volume,
  };
  const fault = faultOf(columnsOf([bar]), 0);
  return fault === null ? { ok: true, bar } : { ok: false, reason: fault };
}
