import { RESOLUTION_LABELS, type Resolution } from '@moneytrail/calendar';
import type { RecordHorizon, RecordSource, SignalRecord } from '@moneytrail/contract';
import { formatPrice } from '../../lib/format.ts';
import { formatBarTime } from '../../lib/format-time.ts';

export const RECORD_TEXTS = {
  title: 'Signal Record',
  note: 'Not a forecast. Past marks do not predict future prices.',
  choose: 'Choose another symbol',
  failed: 'Could not load the record.',
  simulated: 'Simulated',
  none: 'There are no such marks in this span.',
  list: 'The marks and what followed',
  horizons: 'By number of bars',
  save: 'CSV',
  showComputed: 'Show computed marks',
} as const;

export const SOURCE_LABELS: Readonly<Record<RecordSource, string>> = {
  ledger: 'Published',
  computed: 'Computed',
};

export const SOURCE_SENTENCES: Readonly<Record<RecordSource, string>> = {
  ledger:
    'Published marks: recorded after their bar had closed, usually within ten minutes, and never changed. They begin when the instrument was enabled.',
  computed:
    'Computed marks: made of today’s bars by the same rules, afterwards. Nobody was shown them at the time.',
};

export const REASONS = {
  unfinished: 'not yet ended',
  expired: 'contract ended',
  broken: 'bars missing',
  unpriced: 'price not above zero',
} as const;

const whole = (count: number) => formatPrice(count, 0);
const points = (value: number) => `${formatPrice(Math.abs(value), 2)}\u00a0percentage points`;

/** `a, b and c` */
function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)]
    .filter((part) => part !== '')
    .join(' and ');
}

/** `days`, `hours`, or `bars` of other lengths. */
export function barsName(resolution: Resolution): string {
  if (resolution === '1D') return 'days';
  return resolution === '60' ? 'hours' : 'bars';
}

/** `41 published strong BUY marks` */
function marksName(
  count: number,
  { source, side, strength }: Pick<SignalRecord, 'source' | 'side' | 'strength'>,
): string {
  const words = [
    whole(count),
    source === 'ledger' ? 'published' : 'computed',
    ...(strength === 'strong' ? ['strong'] : []),
    ...(side === 'any' ? [] : [side.toUpperCase()]),
    count === 1 ? 'mark' : 'marks',
  ];
  return words.join(' ');
}

/** `after 5 and 10 bars` */
function after(horizons: readonly RecordHorizon[]): string {
  const last = horizons.at(-1)?.bars;
  return `after ${listed(horizons.map(({ bars }) => String(bars)))} ${last === 1 ? 'bar' : 'bars'}`;
}

const ofFinding = (record: SignalRecord, finding: string) =>
  record.horizons.filter(({ figures }) => figures?.finding === finding);

/** `Better than random days after 5 bars: the median move was 1.20 percentage points higher than after other days.` */
function differenceText(record: SignalRecord, finding: 'better' | 'worse'): string[] {
  const found = ofFinding(record, finding);
  if (found.length === 0) return [];
  const name = barsName(record.resolution);
  const sizes = listed(found.flatMap(({ figures }) => (figures ? points(figures.difference) : [])));
  const [head, more] = finding === 'better' ? ['Better', 'higher'] : ['Worse', 'lower'];
  return [
    `${head} than random ${name} ${after(found)}: the median move was ${sizes} ${more} than from other ${name}.`,
  ];
}

function unprovenText(record: SignalRecord): string {
  const unproven = ofFinding(record, 'unproven');
  const judged = record.horizons.filter(({ figures }) => figures !== null);
  if (unproven.length === 0) return '';
  const name = barsName(record.resolution);
  if (unproven.length < judged.length) {
    return `No difference from other ${name} was shown ${after(unproven)}.`;
  }
  return `No better than random ${name}: ${after(unproven)}, no difference from other ${name} is beyond chance.`;
}

/** One or two sentences that say what was found, from the figures alone. */
export function findingText(record: SignalRecord): string {
  const { horizons, markCount, leastTrials, leastApart } = record;
  const judged = horizons.filter(({ figures }) => figures !== null);
  const marks = marksName(markCount, record);
  if (judged.length === 0) {
    if (markCount === 0) return `There are no marks to judge: ${marks} in this span.`;
    const trials = Math.max(...horizons.map((each) => each.trials));
    return `Too few marks to judge: ${marks}, ${whole(trials)} with an outcome. Figures need at least ${leastTrials}, of which ${leastApart} do not overlap.`;
  }
  const missing = horizons.filter(({ figures }) => figures === null);
  return [
    ...differenceText(record, 'better'),
    ...differenceText(record, 'worse'),
    unprovenText(record),
    missing.length === 0 ? '' : `There are too few trials ${after(missing)}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** `187 computed marks on 2,345 bars of 1D, 3 Jan 2020 to 20 Nov 2026.` */
export function scopeText(record: SignalRecord, zone: string): string {
  const { resolution, fromTime, toTime, barCount, markCount, isCut } = record;
  const marks = marksName(markCount, record);
  if (fromTime === null || toTime === null) return `${marks}.`;
  const span = [fromTime, toTime].map((time) => formatBarTime(time, resolution, zone)).join(' to ');
  const cut = isCut ? ' Older bars are not used.' : '';
  const bars = `${whole(barCount)} bars of ${RESOLUTION_LABELS[resolution]}`;
  return `${marks} on ${bars}, ${span}.${cut}`;
}

/** The finding allows for the horizons, and for nothing else that a reader tries. */
export function looksText({ horizons }: Pick<SignalRecord, 'horizons'>): string {
  return `${horizons.length} horizons were looked at, and the finding allows for that. It does not allow for other symbols, intervals, sides and spans that you try: of twenty records without any edge, about one is expected to show a difference.`;
}

/** `3 not yet ended, 1 contract ended`; empty if there are none. */
export function leftText({ left }: Pick<RecordHorizon, 'left'>): string {
  const reasons = ['unfinished', 'expired', 'broken', 'unpriced'] as const;
  return reasons
    .filter((reason) => left[reason] > 0)
    .map((reason) => `${whole(left[reason])} ${REASONS[reason]}`)
    .join(', ');
}

/** The words of the page. */
export const MEANINGS: readonly { word: string; meaning: string }[] = [
  {
    word: 'Move',
    meaning:
      'From the first close at or after the publication of a mark to the close 1, 5, 10, 20 or 60 bars later, in percent. It has the sign of the mark: plus is a rise after BUY and a fall after SELL. The close that made the mark was known before it and is never used. Costs, spreads and dividends are left out.',
  },
  {
    word: 'Trials',
    meaning:
      'Marks whose horizon has ended. Where horizons overlap, the number that stand apart is given as well, as trials that share bars tell less. Below 30 trials, or 20 that stand apart, there are no figures.',
  },
  {
    word: 'Median and interval',
    meaning:
      'Half of the moves were larger, half smaller. Some 92 to 98 in 100 intervals made this way contain the true median: by order statistics if no horizons overlap, else by drawing blocks of time again and again (bootstrap).',
  },
  {
    word: 'Other days',
    meaning:
      'The same move from every other bar of the same span that could have had a mark, with the same sign. A mark says something only as far as it differs from these.',
  },
  {
    word: 'Difference',
    meaning:
      'The median after marks less that from other bars. It counts as better or worse only if zero is outside of a 99\u00a0% interval, because five horizons are looked at. “No better than random” means that no difference was shown, not that there is none.',
  },
  {
    word: 'Best and worst on the way',
    meaning:
      'Medians of the largest moves for and against the mark before the horizon ended, from highs and lows. Bars do not tell which came first.',
  },
];
