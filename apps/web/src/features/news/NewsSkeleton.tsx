import { Skeleton } from '@mantine/core';
import classes from './NewsDrawer.module.css';
import { NEWS_TEXTS } from './texts.ts';

const ITEMS = 8;

/** The shape of a list of news until it stands. */
export function NewsSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label={NEWS_TEXTS.loading}>
      {Array.from({ length: ITEMS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <div key={index} className={classes.item}>
          <Skeleton height={12} width="40%" />
          <Skeleton height={16} width={index % 2 === 0 ? '90%' : '75%'} />
        </div>
      ))}
    </div>
  );
}
