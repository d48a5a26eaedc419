import { Button } from '@mantine/core';
import classes from './LayoutsDialog.module.css';

type Props = { text: string; onRetry: () => void };

export function ReadFailed({ text, onRetry }: Props) {
  return (
    <div role="alert">
      <p className={classes.quiet}>{text}</p>
      <Button size="sm" variant="default" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
