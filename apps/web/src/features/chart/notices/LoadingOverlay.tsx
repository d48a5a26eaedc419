import { Button, Loader } from '@mantine/core';
import { SHOW_STORED } from '../model/messages.ts';
import classes from './LoadingOverlay.module.css';

type Props = {
  text: string;
  /** A second line, once waiting grows long. */
  detail?: string | null;
  /** Another try, offered once waiting is too long. */
  onRetry?: (() => void) | null;
  /** Shows what is there already. */
  onStored?: (() => void) | null;
};

/** Lies over the canvas alone while bars load; everything else stays usable. It appears after 150 ms. */
export function LoadingOverlay({ text, detail, onRetry, onStored }: Props) {
  return (
    <div className={classes.overlay} role="status">
      <Loader size={24} aria-hidden="true" />
      <span>{text}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {onRetry && (
        <div className={classes.actions}>
          <Button variant="default" onClick={onRetry}>
            Retry
          </Button>
          {onStored && (
            <Button variant="default" onClick={onStored}>
              {SHOW_STORED}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
