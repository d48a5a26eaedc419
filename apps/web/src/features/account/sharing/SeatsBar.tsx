import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { RetryList } from './RetryList.tsx';
import classes from './SeatsBar.module.css';
import { seatSummaryQuery } from './seat-queries.ts';

/** How many seats are filled and promised, of how many: `2 used, 1 invited, 5 in all`. */
export function SeatsBar() {
  const query = useQuery(seatSummaryQuery);
  const { data } = query;
  if (!data && query.errorUpdateCount > 0) {
    return <RetryList text={ACCOUNT_TEXTS.sharing.failures.summary} query={query} />;
  }
  if (!data) return <Skeleton height={40} />;
  const { seatsUsed, seatsPending, maxSeats } = data;
  const free = Math.max(0, maxSeats - seatsUsed - seatsPending);
  return (
    <div className={classes.seats}>
      <p className={classes.count}>
        {seatsUsed} used, {seatsPending} invited, {maxSeats} in all
      </p>
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.used} style={{ flexGrow: seatsUsed }} />
        <span className={classes.pending} style={{ flexGrow: seatsPending }} />
        <span style={{ flexGrow: free }} />
      </div>
    </div>
  );
}
