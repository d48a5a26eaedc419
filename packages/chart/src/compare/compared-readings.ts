import type { ComparedReading } from '../chart-events.ts';
import type { Emitter } from '../engine/emitter.ts';
import type { ComparedLines } from './compared-lines.ts';
import type { ComparedSeries } from './compared-series.ts';

type Span = { from: number; to: number };

/** Where something is read: the bar, and those in view. */
type Place = { index: number; visible: Span };

function readingOf(lines: ComparedLines, series: ComparedSeries, place: Place): ComparedReading {
  const { base } = lines.line(series, place.visible);
  const close = lines.closeAt(series, place.index);
  return {
    symbol: series.symbol,
    load: series.load(),
    close: Number.isNaN(close) ? null : close,
    percent: percentOf(close, base),
    hasNoBase: base !== null && base <= 0,
  };
}

/** A close in percent of a base; null where either is unknown, or the base is not above zero. */
export function percentOf(close: number, base: number | null): number | null {
  return base === null || base <= 0 || Number.isNaN(close) ? null : (100 * (close - base)) / base;
}

/** Tells what is read of instruments, when it is something else than before. */
export function createComparedReadings(emitter: Emitter, lines: ComparedLines) {
  let told = '';
  return (all: Iterable<ComparedSeries>, place: Place): void => {
    const readings = [...all].map((series) => readingOf(lines, series, place));
    // What a source failed with may be anything.
    const text = JSON.stringify(readings, (key, value) => (key === 'cause' ? null : value));
    if (text === told) return;
    told = text;
    emitter.emit('comparedReadings', readings);
  };
}
