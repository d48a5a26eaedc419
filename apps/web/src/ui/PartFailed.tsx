import { Button, CloseButton } from '@mantine/core';
import classes from './PartFailed.module.css';

type Props = { text?: string | undefined; onRetry: () => void; onGiveUp: () => void };

const NOT_OPENED = 'This part of the page could not be opened.';

/** What stands in the place of a part of a page that could not be shown. */
export function PartFailed({ text = NOT_OPENED, onRetry, onGiveUp }: Props) {
  return (
    <div className={classes.card} role="alert">
      <p className={classes.text}>{text}</p>
      <Button size="xs" variant="default" onClick={onRetry}>
        Retry
      </Button>
      <CloseButton aria-label="Close message" onClick={onGiveUp} />
    </div>
  );
}
