import { Button } from '@mantine/core';
import classes from './ChartNotice.module.css';

type Props = {
  text: string;
  /** Something could not be loaded; else it is only late. */
  isFailure?: boolean;
  onRetry: () => void;
};

/** A line at the foot of the canvas that covers no bar of interest: what is missing, and another try. */
export function ChartNotice({ text, isFailure, onRetry }: Props) {
  return (
    <div
      className={classes.notice}
      data-failure={isFailure || undefined}
      role={isFailure ? 'alert' : 'status'}
    >
      <span>{text}</span>
      <Button size="compact-sm" variant="default" className={classes.retry ?? ''} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
