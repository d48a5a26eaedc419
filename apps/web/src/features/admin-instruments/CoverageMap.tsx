import type { CoverageDay } from '@moneytrail/contract';
import { formatDate } from '../../lib/format-time.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import classes from './CoverageDialog.module.css';
import { countDays, gapsOf, placeDays } from './coverage-weeks.ts';

type Props = { days: readonly CoverageDay[]; year: number; beginsAt: string | null };

const STATES = {
  stored: 'Stored',
  partial: 'Partly stored',
  missing: 'Never asked for',
  empty: 'The vendor has none',
  closed: 'No trading',
} as const;
/** More dates than this say nothing that the map does not. */
const MOST_NAMED = 12;

const count = (value: number) => value.toLocaleString('en-US');
const dateOf = ({ date }: CoverageDay) => formatDate(Date.parse(date));

function wordsOf(day: CoverageDay): string {
  if (day.state === 'outside') return `${dateOf(day)}: outside of the history`;
  const bars = day.bars > 0 ? `, ${count(day.bars)} of ${count(day.expected)} bars` : '';
  const kept = day.quarantined > 0 ? `, ${count(day.quarantined)} quarantined` : '';
  return `${dateOf(day)}: ${STATES[day.state].toLowerCase()}${bars}${kept}`;
}

/** Narrow screens begin with the newest weeks. */
function showNewest(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollLeft = scroller.scrollWidth;
}

/** A year of days as a calendar of weeks, and in words. */
export function CoverageMap({ days, year, beginsAt }: Props) {
  const counts = countDays(days);
  const lacking = gapsOf(days);
  const summary = `${year}: ${counts.stored} days stored, ${counts.partial} partly, ${counts.missing} never asked for, ${count(counts.quarantined)} bars quarantined.`;
  return (
    <>
      <p className={classes.summary}>
        {summary}
        {beginsAt !== null && ` The history begins on ${formatDate(Date.parse(beginsAt))}.`}
      </p>
      <ScrollRegion className={classes.scroller} ref={showNewest} label={`Calendar of ${year}`}>
        <div className={classes.map} role="img" aria-label={`Calendar of ${summary}`}>
          {placeDays(days).map(({ day, week, weekday }) => (
            <span
              key={day.date}
              className={classes.day}
              data-state={day.state}
              data-quarantined={day.quarantined > 0 || undefined}
              title={wordsOf(day)}
              style={{ gridColumn: week + 1, gridRow: weekday + 1 }}
            />
          ))}
        </div>
      </ScrollRegion>
      <ul className={classes.legend}>
        {Object.entries(STATES).map(([state, name]) => (
          <li key={state}>
            <span className={classes.day} data-state={state} /> {name}
          </li>
        ))}
        <li>
          <span className={classes.day} data-state="stored" data-quarantined /> With quarantined
          bars
        </li>
      </ul>
      {lacking.length > 0 && (
        <p className={classes.lacking}>
          Not whole: {lacking.slice(-MOST_NAMED).reverse().map(dateOf).join(' · ')}
          {lacking.length > MOST_NAMED && ` and ${count(lacking.length - MOST_NAMED)} more`}
        </p>
      )}
    </>
  );
}
