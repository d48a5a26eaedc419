import type { RecordHorizon, SignalRecord } from '@moneytrail/contract';
import {
  formatPercent,
  formatPrice,
  formatSignedPercent,
  formatSignedPoints,
} from '../../lib/format.ts';
import classes from './HorizonTable.module.css';
import { barsName, leftText } from './texts.ts';

type Figures = NonNullable<RecordHorizon['figures']>;

const whole = (count: number) => formatPrice(count, 0);
const range = ({ low, high }: { low: number; high: number }) =>
  `${formatSignedPercent(low)} to ${formatSignedPercent(high)}`;
const pointsRange = ({ low, high }: { low: number; high: number }) =>
  `${formatSignedPoints(low)} to ${formatSignedPoints(high)}`;
const share = (value: number) => formatPercent(100 * value);
const shareRange = ({ low, high }: { low: number; high: number }) =>
  `${share(low)} to ${share(high)}`;

const FINDINGS: Readonly<Record<Figures['finding'], string>> = {
  better: 'better',
  worse: 'worse',
  unproven: 'no difference shown',
};

/** The figures of all horizons; each row of bars has its own scale around zero. */
export function HorizonTable({ record }: { record: SignalRecord }) {
  const others = `Other ${barsName(record.resolution)}`;
  const figureHeads = [
    'Median, 95\u00a0% interval',
    others,
    'Difference in percentage points, 95\u00a0% interval',
    'Above zero, 95\u00a0% interval',
    'Best / worst on the way',
  ];
  const hasFigures = record.horizons.some(({ figures }) => figures !== null);
  const heads = ['After', 'Trials', ...(hasFigures ? figureHeads : ['Figures'])];
  const caption = `Bars: the interval of the median, with the median after marks (stroke) and from ${others.toLowerCase()} (circle). The line is zero; each row has its own scale. A difference counts as better or worse only if zero is outside of its 99\u00a0% interval, which is wider than the one shown.`;
  return (
    <table className={classes.table}>
      {hasFigures && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {record.horizons.map((horizon) => (
          <tr key={horizon.bars} data-finding={horizon.figures?.finding}>
            <th scope="row">
              {horizon.bars} {horizon.bars === 1 ? 'bar' : 'bars'}
            </th>
            <td data-head={heads[1]}>
              <Trials horizon={horizon} />
            </td>
            {horizon.figures ? (
              <FigureCells figures={horizon.figures} heads={figureHeads} />
            ) : (
              <td colSpan={heads.length - 2} className={classes.none}>
                {noFiguresText(horizon, record)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function noFiguresText(
  { trials }: RecordHorizon,
  { leastTrials, leastApart }: SignalRecord,
): string {
  return trials < leastTrials
    ? `No figures below ${leastTrials} trials`
    : `No figures: fewer than ${leastApart} trials stand apart`;
}

function Trials({ horizon }: { horizon: RecordHorizon }) {
  const { trials, apart } = horizon;
  const left = leftText(horizon);
  return (
    <>
      {whole(trials)}
      {apart < trials && <small>{whole(apart)} apart</small>}
      {left !== '' && <small>{left}</small>}
    </>
  );
}

function FigureCells({ figures, heads }: { figures: Figures; heads: readonly string[] }) {
  const { median, interval, others, difference, differenceInterval } = figures;
  return (
    <>
      <td data-head={heads[0]}>
        <strong>{formatSignedPercent(median)}</strong>
        <IntervalBar figures={figures} />
        <small>{range(interval)}</small>
      </td>
      <td data-head={heads[1]}>
        {formatSignedPercent(others.median)}
        <small>
          {whole(others.bars)} bars, {share(others.shareAbove)} above zero
        </small>
      </td>
      <td data-head={heads[2]}>
        {formatSignedPoints(difference)} <em>{FINDINGS[figures.finding]}</em>
        <small>{pointsRange(differenceInterval)}</small>
      </td>
      <td data-head={heads[3]}>
        {share(figures.shareAbove)}
        <small>{shareRange(figures.shareInterval)}</small>
      </td>
      <td data-head={heads[4]}>
        {formatSignedPercent(figures.favourable)} / {formatSignedPercent(figures.adverse)}
      </td>
    </>
  );
}

/** The interval with its median and the median of the other bars, around a line at zero; the texts beside it say the same. */
function IntervalBar({ figures: { median, interval, others } }: { figures: Figures }) {
  const most = Math.max(
    ...[interval.low, interval.high, others.median].map(Math.abs),
    Number.MIN_VALUE,
  );
  // A little room at both ends, so that no mark is cut.
  const at = (value: number) => 50 + (46 * value) / most;
  return (
    <div className={classes.scale} aria-hidden="true">
      <span className={classes.zero} />
      <span
        className={classes.bar}
        style={{ left: `${at(interval.low)}%`, width: `${at(interval.high) - at(interval.low)}%` }}
      />
      <span className={classes.other} style={{ left: `${at(others.median)}%` }} />
      <span className={classes.median} style={{ left: `${at(median)}%` }} />
    </div>
  );
}
