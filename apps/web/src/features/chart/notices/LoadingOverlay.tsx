import { Button, Loader } from '@mantine/core';
import classes from './LoadingOverlay.module.css';

type Props = {
  text: string;
  /** A second line, once waiting grows long. */
  detail?: string | null;
  /** Another try, offered once waiting is too long. */
  onRetry?: (() => void) | null;
};

/** Lies over the canvas alone while bars load; everything else stays usable. It appears after 150 ms. */
export function LoadingOverlay({ text, detail, onRetry }: Props) {
  return (
    <div className={classes.overlay} role="status">
      <Loader size={24} aria-hidden="true" />
      <span>{text}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {onRetry && (
        <Button className={classes.retry} variant="default" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
