import { Button } from '@mantine/core';
import { deviceZone, formatClock } from '../../lib/format-time.ts';
import { countSentence, pendingSentence } from './conditions/sentences.ts';
import type { useScreenRows } from './rows/screen-query.ts';
import { clearSelection } from './rows/selection.ts';
import classes from './ScreenerPage.module.css';

type Props = { found: ReturnType<typeof useScreenRows>; selected: number };

/** How many instruments are found, and whether the rows are those of now. */
export function Status({ found, selected }: Props) {
  const { counts, error, updatedAtMs } = found;
  const pending = counts ? pendingSentence(counts.pending) : null;
  const since = formatClock(updatedAtMs, deviceZone());
  return (
    <div className={classes.status}>
      <p role="status">{counts ? countSentence(counts) : '\u00a0'}</p>
      {pending && <p role="status">{pending}</p>}
      {counts && error && (
        <p className={classes.stale} role="alert">
          Not updated since {since}. {error.message}
        </p>
      )}
      {selected > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={clearSelection}>
          Clear the selection
        </Button>
      )}
    </div>
  );
}
