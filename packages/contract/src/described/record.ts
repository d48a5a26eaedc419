import type { Notes } from './note.ts';

/** The record of signals. */
export const RECORD_NOTES: Notes = {
  endpoints: {
    getSignalRecord:
      'A move begins with the first close at or after the publication of its mark, never with the close that made it. Marks are published in the resolutions `60` and `1D` alone; `computed` marks have no publication and count as published when their bar closed. The span is the last `years`, or from `fromTs` to `toTs`, or all stored bars; at most the newest 5,000 bars of it are used.',
  },
  schemas: {
    SignalRecord: 'What followed the marks of one instrument, beside all other bars of its span.',
    HorizonOutcomes: 'What followed within a number of bars.',
    OutcomeFigures:
      'Figures of the trials of one horizon. Moves are in percent of the entry, positive in favour of the mark.',
    RecordedMark: 'A mark with what followed it.',
  },
  fields: {
    'getSignalRecord.query.source':
      '`ledger` for marks as they were published, `computed` for those that the present bars make. A record has marks of one kind.',
    'getSignalRecord.query.side': 'The side of the marks.',
    'getSignalRecord.query.strength': '`strong` for marks that broke the long channel too.',
    'getSignalRecord.query.years':
      'The length of the span in years; not together with `fromTs` or `toTs`.',
    'getSignalRecord.query.fromTs': 'The start of the span in seconds since 1970 UTC.',
    'getSignalRecord.query.toTs': 'The end of the span in seconds since 1970 UTC, exclusive.',
    'SignalRecord.symbol': {
      text: 'The symbol as `EXCHANGE:CODE`, for crypto `EXCHANGE:BASE/QUOTE`.',
      example: 'FMP:BTC/USD',
    },
    'SignalRecord.source': 'The kind of marks.',
    'SignalRecord.side': 'The side of the marks.',
    'SignalRecord.strength': 'The strength of the marks.',
    'SignalRecord.fromTime':
      'The start of the first bar that could have had a mark, in milliseconds since 1970 UTC; null without such bars.',
    'SignalRecord.toTime':
      'The start of the last bar that could have had a mark, in milliseconds since 1970 UTC; null without such bars.',
    'SignalRecord.barCount': 'The number of bars that could have had a mark.',
    isCut: 'True if the span begins before the oldest of the bars that are used.',
    leastTrials: 'With fewer trials there are no figures.',
    leastApart: 'With fewer trials whose horizons do not overlap there are no figures.',
    markCount: 'The number of marks of the span.',
    withoutBar: 'Marks whose bar does not exist any more; they have no outcome.',
    'SignalRecord.horizons': 'What followed, by the number of bars.',
    'SignalRecord.list': 'The newest thousand marks, oldest first.',
    'HorizonOutcomes.bars': 'The number of bars after the entry.',
    trials: 'Marks with an outcome.',
    apart: 'Trials, counted from the oldest on, whose horizons do not overlap.',
    left: 'Marks without an outcome, by reason.',
    'left.unfinished': 'Marks whose horizon has not ended.',
    'left.expired': 'Marks whose contract ended within the horizon.',
    'left.broken': 'Marks with missing bars before the end of the horizon.',
    'left.unpriced': 'Marks whose entry is not above zero, so that a percentage has no meaning.',
    figures: 'The figures; null with too few trials.',
    'OutcomeFigures.median': 'The median move in percent.',
    'OutcomeFigures.interval': 'The 95 % confidence interval of the median.',
    'OutcomeFigures.interval.low': 'The lower end in percent.',
    'OutcomeFigures.interval.high': 'The upper end in percent.',
    method:
      'How the interval of the median was found: by order statistics if no horizons overlap, else by a block bootstrap.',
    'OutcomeFigures.shareAbove': 'The share of moves above zero, 0 to 1.',
    shareInterval:
      'The 95 % confidence interval of the share (Wilson), from the trials that do not overlap.',
    'shareInterval.low': 'The lower end, 0 to 1.',
    'shareInterval.high': 'The upper end, 0 to 1.',
    'OutcomeFigures.favourable': 'The median of the largest moves in favour, in percent.',
    'OutcomeFigures.adverse': 'The median of the largest moves against, in percent, at most 0.',
    others: 'The same moves from every other bar of the span that could have had a mark.',
    'others.bars': 'The number of other bars.',
    'others.median': 'The median move from them in percent.',
    'others.shareAbove': 'The share of their moves above zero, 0 to 1.',
    difference: 'The median after marks less that after other bars, in percentage points.',
    differenceInterval: 'The 95 % confidence interval of the difference, by a block bootstrap.',
    'differenceInterval.low': 'The lower end in percentage points.',
    'differenceInterval.high': 'The upper end in percentage points.',
    finding:
      '`better` or `worse` than other bars if zero is outside of the 99 % interval of the difference, which allows for five horizons; else `unproven`.',
    'RecordedMark.id': 'The identifier of the mark, the same in every answer.',
    'RecordedMark.time': 'The start of the marked bar in milliseconds since 1970 UTC.',
    'RecordedMark.side': 'The side of the mark.',
    corrected: 'True if the bar of the published mark was corrected later.',
    entryTime:
      'The start of the bar of the entry in milliseconds since 1970 UTC; null until it has closed.',
    entryPrice: 'The close of that bar; null until it has closed.',
    outcomes: 'An outcome for each horizon, in their order, or the reason why there is none.',
    move: 'The move in percent of the entry, positive in favour of the mark.',
    'outcomes.favourable': 'The largest move in favour in percent.',
    'outcomes.adverse': 'The largest move against in percent, at most 0.',
  },
};
