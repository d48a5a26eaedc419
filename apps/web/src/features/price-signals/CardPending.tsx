import { Skeleton } from '@mantine/core';
import { SECOND_MS } from '@moneytrail/calendar';
import { useState } from 'react';
import { systemClock } from '../../lib/clock.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import classes from './SignalCard.module.css';
import { stillLoadingText } from './texts.ts';

const LONG_MS = 4 * SECOND_MS;

/** The place of the text while it is computed; after 4 s it says so. */
export function CardPending({ source }: { source: string }) {
  const [startedMs] = useState(systemClock.now);
  const isLong = useNow(systemClock.now) - startedMs > LONG_MS;
  return (
    <div className={classes.pending}>
      {isLong && <p role="status">{stillLoadingText(source)}</p>}
      <Skeleton height={76} />
      <Skeleton height={120} />
      <Skeleton height={220} />
    </div>
  );
}
