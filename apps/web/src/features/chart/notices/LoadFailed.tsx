import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '../../../api/api-error.ts';
import { SHOW_STORED } from '../model/messages.ts';
import classes from './LoadFailed.module.css';

type Props = {
  /** What could not be loaded, as a sentence's object. */
  what: string;
  source?: string;
  error: unknown;
  onRetry: () => void;
  /** Shows what is there already; absent where nothing is. */
  onStored?: (() => void) | null;
};

/** The reason in the server's words, where it gave one. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && typeof error.cause === 'string') return error.cause;
  return error instanceof Error ? error.message : 'Unknown error fetching bars';
}

/** What helps whoever looks into it: the call that failed, and the request by its id. */
function traceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '';
  const call = error.message === reasonOf(error) ? [] : [error.message];
  const request = error.requestId === null ? [] : [`request ${error.requestId}`];
  return [...call, ...request].join(' · ');
}

/** Says what failed, from where and why, and offers another try. */
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
