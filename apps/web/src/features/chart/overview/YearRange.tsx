import { DAY_MS } from '@moneytrail/calendar';
import type { SymbolOverview } from '@moneytrail/contract';
import { directionOf, formatChange, formatPrice } from '../../../lib/format.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import classes from './SymbolDialog.module.css';

type Props = { overview: SymbolOverview; price: number | null };

/** A year that lacks no more than this at its start counts as whole: markets pause for up to two weeks. */
const WHOLE_WITHIN_MS = 14 * DAY_MS;

/** The place of a price between two others, from 0 to 1; the middle if they are equal. */
function shareOf(price: number, low: number, high: number): number {
  if (high <= low) return 0.5;
  return Math.min(1, Math.max(0, (price - low) / (high - low)));
}

/** High and low of the last 52 weeks, and the place of the price between them. */
export function YearRange({ overview: { year, timeMs }, price }: Props) {
  const { decimals } = useChartScreen();
  if (!year) {
    return (
      <section className={classes.section}>
        <h3>Range of the year</h3>
        <p className={classes.note}>No daily bars are stored yet.</p>
      </section>
    );
  }
  const endMs = timeMs ?? year.high.dayMs;
  const isWhole = endMs - year.fromMs > 365 * DAY_MS - WHOLE_WITHIN_MS;
  // The newest price may be beyond what was stored a moment ago.
  const high = price === null ? year.high.price : Math.max(year.high.price, price);
  const low = price === null ? year.low.price : Math.min(year.low.price, price);
  const share = price === null ? null : shareOf(price, low, high);
  return (
    <section className={classes.section}>
      <h3>{isWhole ? 'Range of 52 weeks' : `Range since ${formatDate(year.fromMs)}`}</h3>
      {share !== null && (
        <div className={classes.track} aria-hidden="true">
          <span className={classes.marker} style={{ left: `${share * 100}%` }} />
        </div>
      )}
      <dl className={classes.ends}>
        <div>
          <dt>Low</dt>
          <dd>{formatPrice(low, decimals)}</dd>
          <dd className={classes.note}>
            {low === year.low.price ? formatDate(year.low.dayMs) : 'now'}
          </dd>
        </div>
        {price !== null && share !== null && (
          <div>
            <dt>Last price</dt>
            <dd>{formatPrice(price, decimals)}</dd>
            <dd className={classes.note}>{Math.round(share * 100)} % of the range</dd>
          </div>
        )}
        <div>
          <dt>High</dt>
          <dd>{formatPrice(high, decimals)}</dd>
          <dd className={classes.note}>
            {high === year.high.price ? formatDate(year.high.dayMs) : 'now'}
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** The change of the price in a day, a week, a month and a year. */
export function Changes({ overview: { before, previousClose }, price }: Props) {
  const { decimals } = useChartScreen();
  const rows = [
    { name: 'Day', base: previousClose, since: null },
    { name: 'Week', base: before.week?.price ?? null, since: before.week?.dayMs ?? null },
    { name: 'Month', base: before.month?.price ?? null, since: before.month?.dayMs ?? null },
    { name: 'Year', base: before.year?.price ?? null, since: before.year?.dayMs ?? null },
  ];
  return (
    <section className={classes.section}>
      <h3>Change</h3>
      <dl className={classes.list}>
        {rows.map(({ name, base, since }) => {
          const change = base === null || price === null ? null : price - base;
          const title = since === null ? 'the close before' : `the close of ${formatDate(since)}`;
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd data-direction={directionOf(change)} title={`Since ${title}`}>
                <ValueOrReason value={change} why="no close of that time is stored">
                  {formatChange(price, base, decimals)}
                </ValueOrReason>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
