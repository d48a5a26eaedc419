import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../../../api/api-error.ts';
import { SHOW_STORED } from '../model/messages.ts';
import classes from './LoadFailed.module.css';

type Props = {
  /** Completes `Could not load …`. */
  what: string;
  source?: string;
  error: unknown;
  onRetry: () => void;
  /** Shows the stored bars; absent if there are none. */
  onStored?: (() => void) | null;
};

/** The server's own reason if it gave one. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && typeof error.cause === 'string') return error.cause;
  return error instanceof Error ? error.message : 'Unknown error fetching bars';
}

/** For support: the failed call and the request id. */
function traceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const call = error.message === reasonOf(error) ? [] : [error.message];
  const request = error.requestId === null ? [] : [`request ${error.requestId}`];
  return [...call, ...request].join(' · ');
}

export function LoadFailed({ what, source, error, onRetry, onStored }: Props) {
  const trace = traceOf(error);
  return (
    <div className={classes.failed} role="alert">
      <IconAlertTriangle size={40} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <p className={classes.title}>
        Could not load {what}
        {source ? ` from ${source}` : ''}.
      </p>
      <p className={classes.reason}>{reasonOf(error)}</p>
      {trace && <p className={classes.request}>{trace}</p>}
      <div className={classes.actions}>
        <Button onClick={onRetry}>Retry</Button>
        {onStored && (
          <Button variant="default" onClick={onStored}>
            {SHOW_STORED}
          </Button>
        )}
      </div>
    </div>
  );
}
