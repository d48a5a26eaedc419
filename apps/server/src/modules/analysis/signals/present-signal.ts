import type { PriceSignal, SideRecord } from '@moneytrail/contract';
import {
  LEAST_MOVES,
  type MarkSide,
  type SideRecord as Measured,
  RECORD_HORIZONS,
  type Summary,
  type signalRecord,
} from '@moneytrail/indicators';
import { type BarColumns, positionOf } from '../../bars/index.ts';
import type { LedgerMark } from '../marks/store.ts';

/** A mark is present for as many bars as the longest measured move. */
const PRESENT_BARS = Math.max(...RECORD_HORIZONS);

/** What is not defined is null on the wire. */
function figure(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function presentRecord({ marks, horizons }: Measured, published: number): SideRecord {
  return {
    marks,
    published,
    horizons: horizons.map(({ median, shareWithSide, interval, usual, ...counts }) => ({
      ...counts,
      median: figure(median),
      shareWithSide: figure(shareWithSide),
      interval: Number.isFinite(interval.coverage) ? { ...interval } : null,
      usual: figure(usual),
    })),
  };
}

/** The newest mark, and how many bars have closed since. */
function lastMarkOf(marks: readonly LedgerMark[], columns: BarColumns): PriceSignal['lastMark'] {
  const mark = marks.at(-1);
  if (!mark) return null;
  const index = positionOf(columns, mark.bar.time);
  return {
    time: mark.bar.time,
    side: mark.side,
    strong: mark.isStrong,
    // As it stands now: after a split the close of then is another currency, as it were.
    close: columns.close[index] ?? mark.bar.close,
    barsAgo: columns.length - 1 - index,
  };
}

/**
 * The figures of a signal in the contract's form; `marks` are oldest first, each with its bar among the columns. Of a
 * contract that is over no mark is present.
 */
export function presentSignal(
  columns: BarColumns,
  marks: readonly LedgerMark[],
  computed: { summary: Summary; record: ReturnType<typeof signalRecord>; isOver: boolean },
): Pick<
  PriceSignal,
  | 'currentPrice'
  | 'longTermResistance'
  | 'shortTermResistance'
  | 'shortTermSupport'
  | 'longTermSupport'
  | 'longShortPercentage'
  | 'deployment'
  | 'presentBars'
  | 'side'
  | 'lastMark'
  | 'record'
> {
  const { summary, record, isOver } = computed;
  const { levels } = summary;
  const lastMark = lastMarkOf(marks, columns);
  const isPresent = !isOver && lastMark !== null && lastMark.barsAgo <= PRESENT_BARS;
  const publishedOf = (side: MarkSide) =>
    marks.filter((mark) => mark.side === side && mark.publishedAtMs !== null).length;
  return {
    currentPrice: figure(summary.currentPrice),
    longTermResistance: figure(levels.longTermResistance.value),
    shortTermResistance: figure(levels.shortTermResistance.value),
    shortTermSupport: figure(levels.shortTermSupport.value),
    longTermSupport: figure(levels.longTermSupport.value),
    longShortPercentage: figure(summary.longShortPercentage),
    deployment: figure(summary.deployment),
    presentBars: PRESENT_BARS,
    side: isPresent ? lastMark.side : 'none',
    lastMark,
    record: {
      fromTime: columns.time[0] ?? null,
      barCount: columns.length,
      leastMoves: LEAST_MOVES,
      buy: presentRecord(record.buy, publishedOf('buy')),
      sell: presentRecord(record.sell, publishedOf('sell')),
    },
  };
}
