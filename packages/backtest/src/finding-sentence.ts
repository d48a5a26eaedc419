import { DAY_MS } from '@moneytrail/calendar';
import type { RuleResult } from '@moneytrail/contract';

/** `+1.24 %`, with a real minus sign; zero has none. */
function percent(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (Number(text) === 0) return `${text} %`;
  return `${value < 0 ? '−' : '+'}${text} %`;
}

const points = (value: number) => percent(value).replace(' %', '');
const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** The times of days, weeks and months are dates. */
const daysOrBars = ({ trades, fromTime, toTime }: RuleResult): string => {
  const times = [fromTime, toTime, ...trades.map(({ entryTime }) => entryTime)];
  return times.every((time) => time % DAY_MS === 0) ? 'days' : 'bars';
};

/** The finding of a test in one sentence; percentages are after costs. */
export function findingSentence(result: RuleResult): string {
  const { figures, comparison, instruments } = result;
  const tested = instruments.filter(({ problem }) => problem === null).length;
  if (tested === 0) return 'No instrument had bars that this rule could be tested on.';
  const over = `on ${counted(tested, 'instrument')}`;
  if (figures.averagePercent === null) return `The rule made no trade ${over}.`;
  const made = `${counted(figures.trades, 'trade')} ${over} made ${percent(figures.averagePercent)} on average after costs`;
  if (result.cautions.includes('fewTrades')) {
    return `Too few trades for a finding: ${made}.`;
  }
  const random = `random ${daysOrBars(result)}`;
  if (!comparison) {
    return `No comparison with ${random}: ${made}, but they last too long or lie too close together for one.`;
  }
  const { difference, interval, finding, otherPercent } = comparison;
  const beside = `${made}, the same exits from every bar ${percent(otherPercent)}`;
  if (finding === 'unproven')
    return `No better than ${random}: ${beside}, and chance alone may explain the difference.`;
  const range = `95 % interval ${points(interval.low)} to ${points(interval.high)}`;
  const begin = finding === 'better' ? 'Better' : 'Worse';
  return `${begin} than ${random}: ${beside}, a difference of ${points(difference)} percentage points (${range}).`;
}
