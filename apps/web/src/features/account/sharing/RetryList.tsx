import { Button } from '@mantine/core';
import classes from './SharingTab.module.css';

type Props = { what: string; onRetry: () => void };

/** Stands where something could not be read; a toast has said why. */
export function RetryList({ what, onRetry }: Props) {
  return (
    <div className={classes.retry}>
      <span>The {what} could not be loaded.</span>
      <Button variant="default" size="xs" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
