import { dateText } from '@moneytrail/calendar';
import {
  POOLED_APART,
  POOLED_BARS,
  type PooledCounts,
  type PooledFigures,
  type PooledRecord,
} from '@moneytrail/indicators';

/** Marks without an outcome, by reason. `removed`: the instrument was removed before the horizon had ended. */
export type LeftOut = Record<Exclude<keyof PooledCounts, 'trials'> | 'removed', number>;

/** The marks of all instruments, with the numbers that the text tells. */
export type CountedRecord = {
  record: PooledRecord;
  left: LeftOut;
  /** Instruments with a trial that are not offered any more. */
  removedSeries: number;
  isSimulated: boolean;
};

export type PublicText = { heading: string; text: string };

const HEADINGS: Readonly<Record<PooledFigures['finding'], string>> = {
  better: 'Signals did better than random days',
  worse: 'Signals did worse than random days',
  unproven: 'Signals did no better than random days',
};
const CHANCE: Readonly<Record<PooledFigures['finding'], string>> = {
  better: 'chance alone hardly explains it',
  worse: 'chance alone hardly explains it',
  unproven: 'chance alone may explain it',
};

const REASONS: readonly (readonly [keyof LeftOut, string])[] = [
  ['unfinished', 'not yet followed by so many bars'],
  ['removed', 'on instruments that were removed first'],
  ['expired', 'on contracts that ended first'],
  ['withoutBar', 'whose bars are no longer stored'],
  ['broken', 'with bars missing'],
  ['unpriced', 'at prices not above zero'],
];

const whole = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, noun: string) => `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `+1.24`, with a real minus sign; what rounds to zero has none. */
function signed(value: number): string {
  const size = Math.abs(value).toFixed(2);
  if (Number(size) === 0) return size;
  return `${value < 0 ? '−' : '+'}${size}`;
}

const between = ({ low, high }: { low: number; high: number }) =>
  `95 % interval ${signed(low)} to ${signed(high)}`;

function leftSentence(left: LeftOut): string[] {
  const reasons = REASONS.filter(([reason]) => left[reason] > 0);
  if (reasons.length === 0) return [];
  const sum = reasons.reduce((total, [reason]) => total + left[reason], 0);
  const told = reasons.map(([reason, words]) => `${whole(left[reason])} ${words}`).join(', ');
  return [`Left out: ${counted(sum, 'signal')} (${told}).`];
}

function scopeSentence({ record, removedSeries }: CountedRecord): string {
  const { trials, series, span } = record;
  if (span === null) return `No published signal has been followed by ${POOLED_BARS} bars.`;
  const day = (ms: number) => dateText('date', ms, 'en-GB');
  const removed = removedSeries === 0 ? '' : `, ${whole(removedSeries)} of them removed since`;
  return `${counted(trials, 'published daily signal')} on ${counted(series, 'instrument')}${removed}, ${day(span.fromMs)} to ${day(span.toMs)}.`;
}

function figuresSentences(figures: PooledFigures): string[] {
  const { median, interval, otherMedian, difference, differenceInterval, finding } = figures;
  return [
    `Over the ${POOLED_BARS} bars after a signal, the median move in its favour was ${signed(median)} % (${between(interval)}); after other days of the same instruments, ${signed(otherMedian)} %.`,
    `The difference is ${signed(difference)} percentage points (${between(differenceInterval)}): ${CHANCE[finding]}.`,
    'Costs are not deducted. Past signals do not predict future prices.',
  ];
}

/** The record of all published signals that Home tells, losses like gains. Figures need thirty signals that share no time. */
export function publicText(counted: CountedRecord): PublicText {
  const { record, left, isSimulated } = counted;
  const { figures } = record;
  const heading = figures ? HEADINGS[figures.finding] : 'Too few signals to judge';
  const needed = `Figures need at least ${POOLED_APART} that share no days.`;
  const sentences = [
    scopeSentence(counted),
    ...(figures ? figuresSentences(figures) : [needed]),
    ...leftSentence(left),
  ];
  return {
    heading: isSimulated ? `On simulated prices: ${heading}` : heading,
    text: sentences.join(' ').replaceAll(' %', '\u00a0%'),
  };
}
